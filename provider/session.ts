import type { Member, SessionKind } from './modules/account/schema.ts';
import type { ProcessServices } from './provider-services.ts';

/** A live session and its member. */
export interface FoundSession {
  member: Member;
  kind: SessionKind;
  beganAt: Date;
  expiresAt: Date;
}

/** The session that a call was made with. */
export interface Session extends FoundSession {
  token: string;
}

/** Returns the live session of a token, and extends it. */
export type FindSession = (services: ProcessServices, token: string) => Promise<FoundSession | null>;
