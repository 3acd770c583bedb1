/** A request's `Idempotency-Key`, and the callback that marks the response as a replay. */
export class IdempotencyKey {
  /**
   * @param caller the key's owner, as named by `ApiKeys.fingerprintOf`
   * @param onReplay called if an earlier answer is replayed
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
