"""The blocks that a set on disk or a table of last jumps has, and their order, from docs/reference/files.md alone."""

class KeptBlocks:
    """Of a set whose start and `holes` are described like this."""

    def __init__(self, start, holes, block_bits):
        rows, self.inside = start.split("/"), block_bits
        at = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != " "]
        number = {place: hole for hole, place in enumerate(at)}
        self.at, self.start = at, sum(1 << hole for hole, (x, y) in enumerate(at) if rows[y][x] == "#")
        lines = [[(x + d * n, y + (1 - d) * n) for n in range(3)] for d in (1, 0) for x, y in at]
        triples = [[number[place] for place in line] for line in lines if all(p in number for p in line)]
        free = [number[ord(name[0]) - 97, int(name[1:]) - 1] for name in holes]
        self.triples, self.free, self.outer = triples, free, free[self.inside:]

        # For each free hole, the holes that change with it: it, and parity holes.
        changes = {}
        for mask in [sum(1 << hole for hole in triple) for triple in triples]:
            for hole, change in changes.items():
                mask ^= change * (mask >> hole & 1)
            pivot = next((hole for hole in free if mask >> hole & 1), None)
            if pivot is not None:
                changes = {hole: change ^ mask * (change >> pivot & 1) for hole, change in changes.items()}
                changes[pivot] = mask
        self.changes = changes
        self.origin = self.moved(self.start, free, self.index(self.start))

        # The symmetries of board and start.
        right, bottom = max(x for x, _ in at), max(y for _, y in at)
        maps = [lambda x, y: (x, y), lambda x, y: (right - x, y), lambda x, y: (x, bottom - y),
                lambda x, y: (right - x, bottom - y), lambda x, y: (y, x), lambda x, y: (bottom - y, x),
                lambda x, y: (y, right - x), lambda x, y: (bottom - y, right - x)]
        turns = [[number.get(turn(*place)) for place in at] for turn in maps]
        self.turns = [turn for turn in turns if None not in turn and image(self.start, turn) == self.start]

        # The closed set, and the weights of the other holes.
        closed = set(free[:self.inside])
        while more := ({hole for triple in triples if triple[1] in closed for hole in triple}
                       | {turn[hole] for turn in self.turns for hole in closed}) - closed:
            closed |= more
        weights, ways = dict.fromkeys(range(len(at)), 64), [way for t in triples for way in (t, t[::-1])]
        while more := [(b, a) for a, b, c in ways
                       if b not in closed and c in closed and a not in closed and weights[b] <= weights[a]]:
            weights[more[0][0]] = weights[more[0][1]] + 1
        def weight(position):
            return sum(weights[hole] for hole in weights if hole not in closed and position >> hole & 1)

        # The low bits, which leave the others of an image unchanged.
        low = max(0, len(self.outer) - 18)
        while any(one >> low != two >> low for bit in range(low)
                  for one, two in zip(self.images(0), self.images(1 << bit))):
            low += 1
        self.low = low

        # The blocks in their order, each with the position of its first bit and the number of its images.
        shared = 0
        for hole in self.outer[:low]:
            shared |= changes[hole] & sum(1 << hole for hole in weights if hole not in closed and hole not in free)
        blocks = []
        for top in range(0, 1 << len(self.outer), 1 << low):
            tops = [block >> low for block in self.images(top)]
            if min(tops) == tops[0]:
                first = self.moved(self.origin, self.outer, top)
                for block in range(top, top + (1 << low)):
                    position = self.moved(self.origin, self.outer, block)
                    if weight(position) <= weight(self.start):
                        order = (-weight(position), first & shared, weight(first), block)
                        blocks.append((order, position, len(set(tops))))
        self.blocks = sorted(blocks)

    def moved(self, position, holes, bits):
        for bit, hole in enumerate(holes):
            position ^= self.changes[hole] * (bits >> bit & 1)
        return position

    def index(self, position):
        return sum((position >> hole & 1) << bit for bit, hole in enumerate(self.free))

    def images(self, block):
        """The images of a block under each symmetry."""
        position = self.moved(self.origin, self.outer, block)
        return [self.index(image(position, turn)) >> self.inside for turn in self.turns]

def image(position, turn):
    return sum(1 << to for hole, to in enumerate(turn) if position >> hole & 1)
