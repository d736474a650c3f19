/** What is wrong with the key; never includes the key. */
export class SigningKeyError extends Error {
  override readonly name = 'OperatorKeyError';
  readonly code = 'SIGNING_KEY_WRONG';
}
