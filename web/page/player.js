/** The clock of a film: plays, pauses, steps, seeks and loops. Draws nothing itself. */

export class Player {
    /** @param {(time: number, isPlaying: boolean) => void} onTick  called whenever the time or the state changes */
    constructor(onTick) {
        this.onTick = onTick;
        this.time = 0;
        this.duration = 1;
        this.isPlaying = false;
        this.loops = true;
        /** Where a step ends, in order.
         * @type {number[]} */
        this.stops = [0];
        this.frame = 0;
        this.isOnScreen = true;
        this.eye = new IntersectionObserver((entries) => {
            this.isOnScreen = entries[entries.length - 1].isIntersecting;
            this.run();
        });
    }

    /** Waits while an element is off the screen.
     * @param {Element} element */
    follow(element) {
        this.isOnScreen = false;
        this.eye.observe(element);
    }

    /** Stops for good, or until it follows an element again. */
    leave() {
        this.pause();
        this.eye.disconnect();
    }

    /** Plays another film, from the same share of it.
     * @param {number} duration
     * @param {number[]} stops */
    load(duration, stops) {
        if (this.time > 0) this.time *= duration / this.duration;
        this.duration = duration;
        this.stops = stops;
        this.tell();
    }

    /** Goes to the start, after a look at the end.
     * @param {number} lead  how long the end is shown, in milliseconds */
    begin(lead) {
        this.time = -lead;
        this.tell();
    }

    /** The time that is seen. Before the start, that is the end. */
    get seen() {
        return this.time < 0 ? this.duration : this.time;
    }

    play() {
        if (this.isPlaying) return;
        if (this.time >= this.duration) this.time = 0;
        this.isPlaying = true;
        this.run();
        this.tell();
    }

    /** Asks for frames while it plays on the screen. */
    run() {
        cancelAnimationFrame(this.frame);
        if (!this.isPlaying || !this.isOnScreen) return;
        let before = performance.now();
        const tick = (/** @type {number} */ now) => {
            // A page in the background gets no frames; it goes on from where it was.
            this.time += Math.min(100, Math.max(0, now - before));
            before = now;
            if (this.time >= this.duration) {
                if (this.loops) this.time %= this.duration;
                else {
                    this.time = this.duration;
                    this.isPlaying = false;
                }
            }
            this.tell();
            if (this.isPlaying) this.frame = requestAnimationFrame(tick);
        };
        this.frame = requestAnimationFrame(tick);
    }

    /** Stands still.
     * @param {number} [time]  where, if not here */
    pause(time = this.time) {
        this.isPlaying = false;
        cancelAnimationFrame(this.frame);
        this.time = time;
        this.tell();
    }

    toggle() {
        if (this.isPlaying) this.pause();
        else this.play();
    }

    /** @param {number} time */
    seek(time) {
        this.time = Math.min(this.duration, Math.max(0, time));
        this.tell();
    }

    /** Pauses after the next jump, or the one before.
     * @param {1 | -1} way */
    step(way) {
        const near = 0.5;
        const stop = way > 0
            ? this.stops.find((stop) => stop > this.time + near) ?? this.stops[this.stops.length - 1]
            : this.stops.findLast((stop) => stop < this.time - near) ?? 0;
        this.pause(stop);
    }

    /** The number of steps made. */
    get stepsMade() {
        return this.stops.filter((stop) => stop > 0 && stop <= this.time + 0.5).length;
    }

    tell() {
        this.onTick(this.seen, this.isPlaying);
    }
}
