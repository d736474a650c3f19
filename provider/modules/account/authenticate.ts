import type { Address, Hex } from 'viem';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { databaseError } from '../../db/sql-state.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { readUserInfo, type UserInfo } from '../profile/read-user-info.ts';
import { composeSignInMessage, consumeNonce, readSignInMessage } from './sign-in-message.ts';
import { findByAddress, findOrCreateMember, type ReferralOutcome } from './member.ts';
import { limitSignIn, limitSignUp } from './count-attempt.ts';
import { beginSession, forgetOldSessions } from './sessions.ts';
import { isSignedBy } from './verify-signature.ts';

export interface SignInAttempt {
  address: Address;
  message: string;
  signature: Hex;
  referralCode?: string | undefined;
}

export interface SignIn {
  token: string;
  expiresAt: string;
  userInfo: UserInfo;
  isNew: boolean;
  referral: ReferralOutcome;
}

/** POST /account/authenticate/walletAddress */
export async function authenticate(
  services: Services,
  attempt: SignInAttempt,
  { client, language }: { client: string; language: LanguageCode },
): Promise<SignIn> {
  await limitSignIn(services, 'AUTHENTICATE', client);
  const { nonce } = readSignInMessage(attempt.message, services.site, attempt.address);
  const issued = await consumeNonce(services, nonce, attempt.address);
  // The signed text must equal the issued one to the letter. The grammar alone allows variants: a chain id with a leading zero, the same time in another
  // notation, resources, another statement.
  if (attempt.message !== composeSignInMessage(services.site, issued)) throw new Refusal('MESSAGE_INVALID');
  if (services.clock() < issued.issuedAt) throw new Refusal('MESSAGE_INVALID');
  if (!(await isSignedBy(services.chain, attempt.address, attempt.message, attempt.signature))) throw new Refusal('SIGNATURE_INVALID');
  if ((await findByAddress(services.database, attempt.address)) === undefined) await limitSignUp(services, client);
  return signIn(services, attempt, language);
}

async function signIn(services: Services, { address, referralCode }: SignInAttempt, language: LanguageCode): Promise<SignIn> {
  const now = services.clock();
  const signIn = () =>
    inTransaction(services.database, async (tx) => {
      const found = await findOrCreateMember(tx, { address, language, referralCode, now });
      if (found.member.blockedAt !== null) throw new Refusal('MEMBER_BLOCKED');
      return { ...found, session: await beginSession(tx, now, found.member.id, 'WALLET') };
    });
  const { member, isNew, referral, session } = await withFreshCodes(signIn);
  await forgetOldSessions(services.database, now);
  const userInfo = await readUserInfo(services, member);
  return { token: session.token, expiresAt: session.expiresAt.toISOString(), userInfo, isNew, referral };
}

const CODES = new Set([
  'member_uid_key',
  'member_uid_pkey',
  'retired_username_kept',
  'member_username_key_key',
  'member_username_shape_key',
  'member_username_folded_shape_key',
  'member_referral_code_key',
  // The member was removed as unused in this moment, and joins anew.
  'session_member_id_fkey',
]);
const MOST_DRAWS = 5;

/** A new member's codes are random; the rare collision is retried. */
async function withFreshCodes<Result>(signIn: () => Promise<Result>): Promise<Result> {
  for (let draw = 1; ; draw += 1) {
    try {
      return await signIn();
    } catch (error) {
      if (draw === MOST_DRAWS || !CODES.has(databaseError(error)?.constraint ?? '')) throw error;
    }
  }
}
