/** A request's `Idempotency-Key`, and the way to tell its client that an earlier answer is repeated. */
export class IdempotencyKey {
  /**
   * @param caller whose key it is, as `ApiKeys.fingerprintOf` names it
   * @param onReplay called when the answer is one that was given before
   */
  constructor(
    readonly value: string,
    readonly caller: string,
    private readonly onReplay: () => void = () => undefined,
  ) {}

  replayed(): void {
    this.onReplay();
  }
}
