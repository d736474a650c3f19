import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { authorize, readRoutedCall } from '../../../provider/http/serve-call.ts';
import { readBody, readJson, readQuery, validateInput } from '../../../provider/http/read-input.ts';
import { calls } from '../../../provider/handlers.ts';
import { pickLanguage } from '../../../provider/http/answer.ts';
import { readIdempotencyKey } from '../../../provider/http/answer-once.ts';
import { readSignInMessage, signInSite } from '../../../provider/modules/account/sign-in-message.ts';
import { readCode } from '../../../provider/modules/codes/issue-activation-codes.ts';
import { readUsername } from '../../../provider/modules/profile/username/judge-username.ts';
import { usernameShapes } from '../../../provider/modules/profile/username/username-shapes.ts';
import { validateRecipientName } from '../../../provider/modules/wallet/find-recipient.ts';
import { clientAddress, clientKey } from '../../../provider/http/client-address.ts';
import { readTarget, withoutTrailingSlash } from '../../../server/site/request-target.ts';
import { parseAmount, parseDecimalString } from '../../../src/lib/amount.ts';
import { readListQuery } from '../../../src/lib/announcements/list-query.ts';
import { readLocaleParam, splitLocalePath } from '../../../src/lib/i18n/locale-path.ts';
import type { CallDefinition } from '../../../src/lib/api/contract/define-call.ts';
import { superLinearFamilies } from '../../support/super-linear-inputs.ts';

/** A quarter of the largest body, so that the larger of both sizes is one a client may really send. */
const LENGTH = 4_096;

const site = signInSite('https://jufi.example', 210_000);
const proxied = (text: string): IncomingMessage => {
  const request = new IncomingMessage(new Socket());
  request.headers['x-forwarded-for'] = text;
  return request;
};

/** A header is parsed before the first await; the rest isn't measured. */
const settled = (reading: Promise<unknown>): void => void reading.catch(() => undefined);

/** Everything that parses input from unknown clients, or text members may write. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'a JSON body': (text) => readJson(new TextEncoder().encode(text)),
  'a JSON body that is sound': (text) => readJson(new TextEncoder().encode(JSON.stringify({ a: text, [text]: [text] }))),
  'a query': readQuery,
  'a routed call': (text) => readRoutedCall({ get: () => text } as unknown as Headers),
  'Accept-Language': pickLanguage,
  Authorization: (text) => settled(authorize(() => Promise.resolve(null), { auth: 'session' }, `Bearer ${text}`)),
  'Content-Type': (text) =>
    settled(readBody(new Request(site.uri, { method: 'POST', body: '{}', headers: { 'content-type': `application/json${text}` } }))),
  'Idempotency-Key': readIdempotencyKey,
  'X-Forwarded-For': (text) => clientAddress(proxied(text), 1),
  'a client address': clientKey,
  'the target of a request': (text) => readTarget(`/${text}`),
  'a path with slashes at its end': withoutTrailingSlash,
  'a list query': (text) => readListQuery(new URLSearchParams({ page: text, category: text })),
  'a locale parameter': readLocaleParam,
  'a localized path': splitLocalePath,
  'a sign-in message': (text) => readSignInMessage(text, site, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'),
  'a username': (text) => usernameShapes(readUsername(text)),
  'an activation code': readCode,
  'a recipient': validateRecipientName,
  'a decimal string': (text) => parseDecimalString(text, 18),
  'an amount as typed': (text) => parseAmount(text, 18, 'de-DE'),
};

describe('parsing time is at most linear for', () => {
  test.each(Object.entries(READERS))('%s', (_name, read) => {
    expect(superLinearFamilies(read, LENGTH)).toEqual([]);
  });

  test.each(Object.values<CallDefinition>(calls).map((call) => [`${call.method} ${call.path}`, call] as const))(
    'each field of %s',
    (_name, call) => {
      for (const field of Object.keys(call.body?.shape ?? {})) {
        const read = (text: string): unknown => validateInput(call, '', new TextEncoder().encode(JSON.stringify({ [field]: text })));
        expect(superLinearFamilies(read, LENGTH), field).toEqual([]);
      }
      for (const field of Object.keys(call.query?.shape ?? {})) {
        const read = (text: string): unknown => validateInput(call, `?${field}=${encodeURIComponent(text)}`, new Uint8Array());
        expect(superLinearFamilies(read, LENGTH), field).toEqual([]);
      }
    },
  );
});
