// A player's clock: main time, then periods of byo-yomi; without main time and periods it stands.

export class Clock {
  constructor({ main = 0, period = 0, periods = 0 } = {}) {
    Object.assign(this, { main, period, periods });
    this.left = main > 0 ? main : period;
    this.inPeriods = main <= 0 && periods > 0;
    this.periodsLeft = periods;
    this.since = null;
  }

  get runs() {
    return this.main > 0 || this.periods > 0;
  }

  start(now = performance.now()) {
    if (this.runs) this.since = now;
  }

  // Stop after a move: an unfinished period begins anew.
  stop(now = performance.now()) {
    this.tick(now);
    this.since = null;
    if (this.inPeriods && this.periodsLeft > 0) this.left = this.period;
  }

  tick(now = performance.now()) {
    if (this.since === null) return;
    this.left -= (now - this.since) / 1000;
    this.since = now;
    while (this.left <= 0 && this.periodsLeft > 0 && this.period > 0) {
      if (this.inPeriods) this.periodsLeft--;
      this.inPeriods = true;
      if (this.periodsLeft > 0) this.left += this.period;
    }
  }

  get flag() {
    return this.runs && this.left <= 0;
  }

  text() {
    if (!this.runs) return "";
    const seconds = Math.max(0, Math.ceil(this.left));
    const told = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    return this.inPeriods ? `${told} × ${this.periodsLeft}` : told;
  }

  // What the server wants to know of it.
  json() {
    return {
      main: this.main, period: this.period, periods: this.periods,
      left: Math.max(0.05, this.left), periods_left: this.inPeriods ? this.periodsLeft : 0,
    };
  }
}
