/** What the person looked at does not hold any more, seen before anything was sent: they look again. Thrown by `compose`. */
export class TermsChanged extends Error {
  override readonly name = 'TermsChanged';
}
