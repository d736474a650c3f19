/**
 * Local storage keys; each value is plain text except AUTH_USER, which is JSON. The names without `jufi:` are part of the product's specification and
 * never change.
 */
export const storageKeys = {
  token: 'AUTH_TOKEN',
  user: 'AUTH_USER',
  previousAddress: 'prevAddr',
  /** The origin that issued the token, which is sent to no other. */
  tokenOrigin: 'jufi:token-origin',
  language: 'lang',
  baseUrl: 'baseUrl',
  theme: 'theme',
  /** `device` while the theme is the device's own, as `theme` holds the two values of the specification. */
  themeFrom: 'jufi:theme-from',
  /** The time zone setting, as `TimesIn`. */
  timesIn: 'jufi:times-in',
} as const;

/** Keys of a tab's storage that the head script needs. */
export const tabKeys = {
  /** Path and time of one of our links that was just followed, as `InAppMark`. */
  mark: 'jufi:mark',
  /** A decision of the head script that its redirect carries along, as `CarriedArrival`. */
  carried: 'jufi:carried',
  /** Set while this tab has shown the session: distinguishes back and forward from a visit. */
  session: 'jufi:session',
  /** When this tab handed over to a wallet app, in ms since the epoch. */
  walletHandover: 'jufi:wallet-handover',
  /** Where to go after signing in: a same-origin path. */
  returnTo: 'jufi:return-to',
  /** The referral code a new member came with. */
  referralCode: 'jufi:referral-code',
  /** Toasts raised while leaving a page, shown by the next one, as `KeptToast`s. */
  toast: 'jufi:toast',
} as const;

/** Other keys of a tab's storage. Separate, to keep the head script small. */
export const shellKeys = {
  /** The WalletConnect pairing that this tab waits for, and when it ends. */
  pairing: 'jufi:pairing',
  /** Set if the landing page should ask for a wallet. */
  openSignIn: 'jufi:ask-sign-in',
  /** Set once the wallet was asked to leave another chain, until it has. */
  chainAsked: 'jufi:chain-asked',
  /** Set once the page has said that this device stores nothing. */
  storageFaultSaid: 'jufi:storage-fault-said',
  /** Set once the page has said that a stored API address is ignored. */
  baseUrlSaid: 'jufi:base-url-said',
  /** Set once the person was asked about the invitation they came with. */
  referralAsked: 'jufi:referral-asked',
  /** When this tab last checked for a referrer that can still be undone, in ms since the epoch. */
  referralChecked: 'jufi:referral-checked',
  /** The id of the member for whom something is new, so that the next page marks it at once. */
  news: 'jufi:news',
  /** Form text kept while the language changes. */
  drafts: 'jufi:drafts',
} as const;

/** Other keys of the device's storage. */
export const deviceKeys = {
  /** The late referrer the member was last notified of on this device. */
  knownReferral: 'jufi:referral-known',
  /**
   * A batch the wallet accepted without reporting its transaction yet, as `KeptBatch`. Survives the session, like other sent transactions.
   */
  swapBatch: 'jufi:swap-batch',
} as const;

/** Prefix of cached responses that belong to a member; ending the session removes them. */
export const personalCachePrefix = 'jufi:cache:';

/** Prefix of confirmed, unsettled actions. They belong to a member, survive the session and are shown when that member is back. */
export const pendingPrefix = 'jufi:pending:';
