/** An error shown to the person running JuFi as one line without a stack: what is wrong, and what to do. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
