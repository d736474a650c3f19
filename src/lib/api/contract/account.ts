import { getAddress } from 'viem';
import { isChecksummed } from '../../address.ts';
import { defineCall } from './define-call.ts';
import { address, signature, text, time, wholeNumber } from './scalars.ts';
import { userInfo } from './user-info.ts';
import { z } from './zod.ts';

/** As sent by a client: mixed case must have a valid EIP-55 checksum. The provider gets it checksummed. */
export const addressInput = z.pipe(
  z.pipe(
    address.check(z.refine(isChecksummed, 'CHECKSUM')),
    z.transform((text) => getAddress(text)),
  ),
  address,
);

/** EIP-4361, "Message Fields": at least eight alphanumeric characters. */
const NONCE = /^[A-Za-z0-9]{8,}$/;

/** Several times as long as any message that the provider issues. */
const LONGEST_MESSAGE = 4096;

/** A challenge for an address to sign. */
export const nonce = defineCall({
  method: 'GET',
  path: '/account/nonce',
  auth: 'public',
  idempotent: false,
  query: z.object({ address: addressInput, chainId: z.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)) }),
  output: z.object({ nonce: z.string().check(z.regex(NONCE)), message: text, expiresAt: time }),
  errors: ['CHAIN_MISMATCH'],
});

/** Exchanges a signed challenge for a session, and creates the member on first sign-in. */
export const authenticateWalletAddress = defineCall({
  method: 'POST',
  path: '/account/authenticate/walletAddress',
  auth: 'public',
  idempotent: false,
  body: z.strictObject({
    address: addressInput,
    message: z.string().check(z.minLength(1), z.maxLength(LONGEST_MESSAGE)),
    signature,
    // Any text from an invitation's address: an unknown code is answered with UNKNOWN and doesn't prevent signing in.
    referralCode: z.optional(z.string().check(z.maxLength(256))),
  }),
  output: z.object({
    token: z.string().check(z.minLength(1)),
    expiresAt: time,
    userInfo,
    isNew: z.boolean(),
    referral: z.enum(['BOUND', 'UNKNOWN', 'NONE']),
  }),
  errors: [
    'NONCE_UNKNOWN',
    'NONCE_EXPIRED',
    'MESSAGE_INVALID',
    'SIGNATURE_INVALID',
    'DOMAIN_MISMATCH',
    'CHAIN_MISMATCH',
    'MEMBER_BLOCKED',
    'CHAIN_UNAVAILABLE',
  ],
});
