/** The local keys the specification fixes; each value is plain text but for AUTH_USER, which is JSON. */
export const storageKeys = {
  token: 'AUTH_TOKEN',
  user: 'AUTH_USER',
  previousAddress: 'prevAddr',
  language: 'lang',
  baseUrl: 'baseUrl',
  theme: 'theme',
} as const;

/** What one tab knows; the names are ours. */
export const tabKeys = {
  /** Path and time of a link of ours that was just followed, as `InAppMark`. */
  mark: 'jufi:mark',
  /** A decision of the head script that a redirect of its own carries along, as `CarriedArrival`. */
  carried: 'jufi:carried',
  /** Set while this tab has shown the session: tells back and forward from a visit. */
  session: 'jufi:session',
  /** When this tab handed over to a wallet app, in ms since the epoch. */
  walletHandover: 'jufi:wallet-handover',
  /** Where to go after signing in: a same-origin path. */
  returnTo: 'jufi:return-to',
  /** The code a new member was invited with. */
  referralCode: 'jufi:referral-code',
  /** A toast raised while leaving a page, shown by the next. */
  toast: 'jufi:toast',
  /** What was typed in forms while the language changes. */
  drafts: 'jufi:drafts',
} as const;

/** Cached answers that belong to a member start with this; ending the session removes them. */
export const personalCachePrefix = 'jufi:cache:';
