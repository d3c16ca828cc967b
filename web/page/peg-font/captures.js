/**
 * What is seen of the pegs that a letter captures, and from when to when, at the same times as in the library: a peg takes another colour when the
 * jumper has passed it, is left behind when that has landed, and fades as a ring. Knows no colours.
 */
import { LOOKS } from "../painter.js";

/** What is seen of a captured peg, from when to when.
 * @typedef {{look: import("../painter.js").Look, begin: number, end: number}} Stage */

/** What is left of a peg after a fast jump and after a slow one, in the frames that follow.
 * @type {Stage["look"][]} */
const AFTER_FAST = ["ring"];
/** @type {Stage["look"][]} */
const AFTER_SLOW = ["captured", "strong", "faint"];

/** How long each of these is seen where no frames of the next jump decide it, and the time after the last jump in which all must have gone, in
 * milliseconds. */
const [STAGE, REST] = [40, 250];

/** The frames of a jump where pegs don't slide, unless it is slower, and the shortest frame in milliseconds. */
const [FRAMES, SHORTEST] = [3, 5];

/** How far a peg that jumps on has moved in the first frame, compared with the share of one frame. */
const JUMPS_ON = 0.9;

/** A jump of a game: from where, over which peg and where to; from when to when; how much slower it is than usual; and whether the peg of the jump
 * before jumps on.
 * @typedef {{from: number, over: number, to: number, begin: number, end: number, slower: number, isOn: boolean}} Jump */

/** A frame of a jump where pegs don't slide: when it begins, and whether the peg below is seen to be captured.
 * @typedef {{begin: number, captures: boolean}} Frame */

/** @param {number[][]} holes  of every jump: from, over, to
 * @param {number[]} times  when every jump begins, and the last one ends
 * @param {{smooth: boolean, duration: number, slower: number[]}} how  `smooth`: whether pegs slide; `slower`: how much slower each jump is
 * @returns {number[][]}  of each: the hole, the number of the look, from when, to when */
export function captures(holes, times, { smooth, duration, slower }) {
    const jumps = holes.map(([from, over, to], number) => {
        const isOn = number > 0 && holes[number - 1][2] === from;
        return { from, over, to, begin: times[number], end: times[number + 1], slower: slower[number], isOn };
    });

    return jumps.flatMap((jump, number) => {
        const next = jumps[number + 1];
        const landing = next?.to === jump.over ? landed(next, smooth) : Infinity;
        const seen = stagesOf(jump, next, smooth, duration).map(({ look, begin, end }) => [jump.over, LOOKS.indexOf(look), begin, Math.min(end, landing)]);
        return seen.filter(([, , begin, end]) => begin < end);
    });
}

/** What is seen of the peg that a jump captures, one after the other.
 * @param {Jump} jump
 * @param {Jump | undefined} next
 * @param {boolean} smooth
 * @param {number} duration
 * @returns {Stage[]} */
function stagesOf(jump, next, smooth, duration) {
    const isSlow = smooth ? jump.end - jump.begin > FRAMES * STAGE : framesOf(jump).length > FRAMES;
    const left = isSlow ? AFTER_SLOW : AFTER_FAST;
    const times = fading(left.length, jump, next, smooth, duration);

    const passed = smooth ? Math.floor((jump.begin + jump.end) / 2) : framesOf(jump).find(({ captures }) => captures)?.begin ?? jump.begin;
    /** @type {Stage[]} */
    const stages = [{ look: "captured", begin: passed, end: jump.end }];
    for (let stage = 0; stage + 1 < times.length; stage++) {
        const last = stages[stages.length - 1];
        if (last.look === left[stage]) last.end = times[stage + 1];
        else stages.push({ look: left[stage], begin: times[stage], end: times[stage + 1] });
    }
    return stages;
}

/** When each of `count` stages begins, and when the last one ends; an empty list if there is too little time for them.
 * @param {number} count
 * @param {Jump} jump
 * @param {Jump | undefined} next
 * @param {boolean} smooth
 * @param {number} duration */
function fading(count, jump, next, smooth, duration) {
    if (next && !smooth) return [...framesOf(next).map(({ begin }) => begin), next.end].slice(0, count + 1);

    const room = next ? next.end - jump.end : Math.min(REST, duration - jump.end - SHORTEST);
    const gap = next ? Math.min(STAGE, Math.floor(room / count)) : STAGE;
    if (count * gap > room) return [];
    return Array.from({ length: count + 1 }, (_, stage) => jump.end + stage * gap);
}

/** When the peg of a jump is seen to land.
 * @param {Jump} jump
 * @param {boolean} smooth */
const landed = (jump, smooth) => (smooth ? jump.end : framesOf(jump).at(-1)?.begin ?? jump.end);

/** The frames of a jump where pegs don't slide.
 * @param {Jump} jump
 * @returns {Frame[]} */
function framesOf({ begin, end, slower, isOn }) {
    const lasts = end - begin;
    const count = Math.min(Math.max(1, Math.floor(lasts / SHORTEST)), Math.floor(slower * FRAMES));
    return Array.from({ length: count }, (_, frame) => {
        const progress = progressOf(frame, count, isOn);
        // A slow jumper hides the peg below it, and uncovers it in its new colour.
        const isOver = count <= FRAMES && progress === 0.5;
        return { begin: begin + Math.round((lasts * frame) / count), captures: progress > 0.5 || isOver };
    });
}

/** How far the peg of a jump with so many frames has moved in one of them.
 * @param {number} frame
 * @param {number} count
 * @param {boolean} isOn */
function progressOf(frame, count, isOn) {
    if (count === 1) return 1;
    if (count === 2) return (frame + 1) / 2;
    const first = isOn ? JUMPS_ON / count : 0;
    return first + ((1 - first) * frame) / (count - 1);
}
