/** Files have come from afar. Who waits for them makes its answer again; when nobody does any more, what was answered before is out of date. */
export class Arrivals {
  private waiting = 0;
  private some = false;

  /** @param outdated called when files have come and all who waited have their answers */
  constructor(private readonly outdated: () => void) {}

  arrived(): void {
    this.some = true;
    this.tell();
  }

  async during(arriving: Promise<void>): Promise<void> {
    this.waiting++;
    await arriving;
  }

  over(): void {
    this.waiting--;
    this.tell();
  }

  private tell(): void {
    if (this.waiting > 0 || !this.some) return;
    this.some = false;
    this.outdated();
  }
}
