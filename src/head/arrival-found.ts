import type { ArrivalKind } from '../lib/visit/decide-arrival.ts';

/** What the head script found out about how the page was reached. */
export interface ArrivalFound {
  kind: ArrivalKind;
  /** The login link's token, kept only in memory and taken once by the script that verifies it. An empty string is an empty token. */
  linkToken?: string | undefined;
  /** Whether the visit rule ends the session on this page unless the login link proves valid. */
  endsSession: boolean;
  /** The page being navigated to; nothing else should start. */
  leavingFor?: string;
  /** The device refused to store something. */
  storageRefused: boolean;
}
