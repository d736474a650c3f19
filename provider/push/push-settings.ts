import { createECDH } from 'node:crypto';
import { z } from 'zod';
import { isPushService } from './push-reach.ts';

/** The operator's identity for push services (VAPID, RFC 8292). */
export interface PushKeys {
  /** Base64url, as browsers take it. */
  publicKey: string;
  privateKey: string;
  /** Contact for push services if something is wrong. */
  contact: string;
}

const CURVE = 'prime256v1';

/** Their settings, shared by `npm start` and a stand-alone provider. */
export const pushSettings = {
  PUSH_PRIVATE_KEY: z
    .string()
    .refine((text) => publicKeyOf(text) !== null, 'must be a private key of P-256 in base64url: npx web-push generate-vapid-keys makes one')
    .optional(),
  PUSH_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@<>]+@[^\s@<>]+|https:\/\/[^\s<>]+)$/, 'must be mailto: and an email address, or an https address')
    .optional(),
  PUSH_SERVICES: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
    .refine(
      (services) => services.every(isPushService),
      'must be host names such as push.example or *.push.example, or origins such as https://push.example:8443, parted by blanks or commas',
    )
    .optional(),
};

interface RawPush {
  PUSH_PRIVATE_KEY?: string | undefined;
  PUSH_CONTACT?: string | undefined;
}

/** Undefined where notifications aren't offered. */
export function resolvePushKeys({ PUSH_PRIVATE_KEY: privateKey, PUSH_CONTACT: contact }: RawPush): PushKeys | undefined {
  if (privateKey === undefined || contact === undefined) return undefined;
  const publicKey = publicKeyOf(privateKey);
  return publicKey === null ? undefined : { publicKey, privateKey, contact };
}

export function pushProblems({ PUSH_PRIVATE_KEY: key, PUSH_CONTACT: contact }: RawPush): string[] {
  return key !== undefined && contact === undefined ? ['PUSH_CONTACT is needed with PUSH_PRIVATE_KEY: whom a push service writes to.'] : [];
}

function publicKeyOf(privateKey: string): string | null {
  if (!/^[A-Za-z0-9_-]{43}$/.test(privateKey)) return null;
  const pair = createECDH(CURVE);
  try {
    pair.setPrivateKey(privateKey, 'base64url');
  } catch {
    // Zero, or more than the curve's order.
    return null;
  }
  return pair.getPublicKey('base64url');
}
