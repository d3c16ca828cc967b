/** The clock of a film: plays to and fro, pauses, steps and seeks. Draws nothing itself. */

/** The longest that taking a film back may take, in milliseconds. */
const BACK = 2000;

/** How long the finished text is shown before it is taken back for the first time, in milliseconds. */
const OPENING = 1500;

export class Player {
    /** @param {(time: number, isPlaying: boolean) => void} onTick  called whenever the time or the state changes */
    constructor(onTick) {
        this.onTick = onTick;
        /** Called when it plays from its start again. */
        this.onRestart = () => {};
        this.time = 0;
        this.duration = 1;
        this.isPlaying = false;
        /** Whether it is taken back at its end, and plays again. */
        this.loops = true;
        /** Whether the finished text is shown before the film plays. */
        this.isOpening = false;
        /** How fast it plays, below 0 while it is taken back. */
        this.pace = 1;
        /** When the text is finished. */
        this.finished = 1;
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
     * @param {{duration: number, played_at: number}} film
     * @param {number[]} stops */
    load({ duration, played_at }, stops) {
        this.time *= duration / this.duration;
        this.duration = duration;
        this.finished = played_at;
        this.stops = stops;
        this.tell();
    }

    /** Plays backwards from the last jump. */
    takeBack() {
        this.pace = -Math.max(1, this.finished / BACK);
        this.time = this.finished;
    }

    /** Shows the finished text first, takes it back, and plays. */
    open() {
        this.isOpening = true;
        this.pace = 1;
        this.time = Math.max(this.finished, this.duration - OPENING);
        this.play();
    }

    play() {
        if (this.isPlaying) return;
        this.isPlaying = true;
        if (this.time >= this.duration) this.restart();

        this.run();
        this.tell();
    }

    /** Plays from its start again. */
    restart() {
        this.time = 0;
        this.pace = 1;
        this.onRestart();
    }

    /** Asks for frames while it plays on the screen. */
    run() {
        cancelAnimationFrame(this.frame);
        if (!this.isPlaying || !this.isOnScreen) return;
        let before = performance.now();
        const tick = (/** @type {number} */ now) => {
            // A page in the background gets no frames; it goes on from where it was.
            const passed = Math.min(100, Math.max(0, now - before));
            before = now;
            this.time += passed * this.pace;

            if (this.pace < 0 && this.time <= 0) this.restart();
            if (this.pace > 0 && this.time >= this.duration) {
                this.time = this.duration;
                if (this.loops || this.isOpening) this.takeBack();
                else this.isPlaying = false;
                this.isOpening = false;
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
        if (time !== this.time) this.pace = 1;
        this.time = time;
        this.tell();
    }

    toggle() {
        if (this.isPlaying) this.pause();
        else this.play();
    }

    /** @param {number} time */
    seek(time) {
        this.isOpening = false;
        this.pace = 1;
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
        this.onTick(this.time, this.isPlaying);
    }
}
