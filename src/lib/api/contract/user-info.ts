import { address, count, id, languageCode, roleCode, text, time, typedCode, uid } from './scalars.ts';
import { z } from './zod.ts';

/** How one member sees another. */
export const sponsor = z.object({ uid, username: text });

export const role = z.object({ code: roleCode, name: text });

export const userInfo = z.object({
  id,
  uid,
  username: text,
  address,
  avatar: z.nullable(text),
  referralCode: typedCode,
  referrer: z.nullable(sponsor),
  role,
  scoreLevel: count,
  language: languageCode,
  createdAt: time,
});

export type UserInfo = z.output<typeof userInfo>;
