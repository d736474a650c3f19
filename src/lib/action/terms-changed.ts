/** Thrown by `compose` when the terms changed before anything was sent: the member has to review again. */
export class TermsChanged extends Error {
  override readonly name = 'TermsChanged';
}
