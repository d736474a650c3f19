/** The local keys the specification fixes; each value is plain text but for AUTH_USER, which is JSON. `tokenOrigin` and `timesIn` are ours. */
export const storageKeys = {
  token: 'AUTH_TOKEN',
  user: 'AUTH_USER',
  previousAddress: 'prevAddr',
  /** The origin that issued the token: the token is sent nowhere else. */
  tokenOrigin: 'jufi:token-origin',
  language: 'lang',
  baseUrl: 'baseUrl',
  theme: 'theme',
  /** The zone that times are told in, as `TimesIn`. */
  timesIn: 'jufi:times-in',
} as const;

/** What one tab knows, as far as the head script does too; the names are ours. */
export const tabKeys = {
  /** Path and time of a link of ours that was just followed, as `InAppMark`. */
  mark: 'jufi:mark',
  /** A decision of the head script that a redirect of its own carries along, as `CarriedArrival`. */
  carried: 'jufi:carried',
  /** Set while this tab has shown the session: tells back and forward from a visit. */
  session: 'jufi:session',
  /** When this tab handed over to a wallet app, in ms since the epoch. */
  walletHandover: 'jufi:wallet-handover',
  /** The WalletConnect pairing that this tab waits for, and when it ends. */
  pairing: 'jufi:pairing',
  /** Where to go after signing in: a same-origin path. */
  returnTo: 'jufi:return-to',
  /** The code a new member was invited with. */
  referralCode: 'jufi:referral-code',
  /** Toasts raised while leaving a page, shown by the next, as `KeptToast`s. */
  toast: 'jufi:toast',
} as const;

/** What else one tab knows. Apart, so that the head script stays small. */
export const shellKeys = {
  /** Set when the landing page is to ask for a wallet. */
  askSignIn: 'jufi:ask-sign-in',
  /** Set once the person was told that this device keeps nothing. */
  storageFaultSaid: 'jufi:storage-fault-said',
  /** Set once the person was told that a stored API address is not honoured. */
  baseUrlSaid: 'jufi:base-url-said',
  /** Set once the person was asked about the invitation they came with. */
  referralAsked: 'jufi:referral-asked',
  /** When this tab last asked for a referrer that can still be undone, in ms since the epoch. */
  referralChecked: 'jufi:referral-checked',
  /** What was typed in forms while the language changes. */
  drafts: 'jufi:drafts',
} as const;

/** What else the device knows. */
export const deviceKeys = {
  /** The late referrer that the member was last told of here. */
  knownReferral: 'jufi:referral-known',
  /** What a wallet took as one and has not told the transaction of, as `KeptBatch`. Outlives the session, as what was sent does. */
  swapBatch: 'jufi:swap-batch',
} as const;

/** Cached answers that belong to a member start with this; ending the session removes them. */
export const personalCachePrefix = 'jufi:cache:';

/** Actions that were confirmed and aren't settled start with this. They belong to a member, outlive the session and are shown when that member is back. */
export const pendingPrefix = 'jufi:pending:';
