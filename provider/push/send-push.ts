import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import webPush from 'web-push';
import type { PushReach } from './push-reach.ts';
import type { PushKeys } from './push-settings.ts';

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** `GONE`: the subscription has ended. `UNWANTED`: this message will never be taken. `LATER`: it may be taken another time. */
export type PushOutcome = { kind: 'SENT' | 'GONE' | 'UNWANTED' } | { kind: 'LATER'; why: string };

/** How long a push service keeps a message for a device that is off. */
const KEPT_FOR_SECONDS = 86_400;
export const PUSH_TIMEOUT_MS = 10_000;

/** Hands a message, encrypted for the browser alone (RFC 8291), to its push service. Redirects aren't followed. */
export async function sendPush(
  { keys, reach }: { keys: PushKeys; reach: PushReach },
  { endpoint, p256dh, auth }: PushTarget,
  payload: string,
): Promise<PushOutcome> {
  const address = new URL(endpoint);
  if (!reach.allows(address)) return { kind: 'GONE' };
  const { contact: subject, publicKey, privateKey } = keys;
  try {
    const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: KEPT_FOR_SECONDS,
      urgency: 'normal',
      contentEncoding: 'aes128gcm',
    });
    return judge(await request(address, { method, headers, lookup: reach.lookup }, body));
  } catch (error) {
    return { kind: 'LATER', why: error instanceof Error && 'code' in error ? String(error.code) : 'UNREACHABLE' };
  }
}

/** RFC 8030: 201 is success, 404 and 410 say that the subscription has ended, 413 that the message is too large. */
function judge(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'SENT' };
  if (status === 404 || status === 410) return { kind: 'GONE' };
  if (status === 400 || status === 413) return { kind: 'UNWANTED' };
  return { kind: 'LATER', why: String(status) };
}

function request(address: URL, options: Pick<https.RequestOptions, 'method' | 'headers' | 'lookup'>, body: Buffer | null): Promise<number> {
  const { request: open } = address.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const sent = open(address, { ...options, agent: false, signal: AbortSignal.timeout(PUSH_TIMEOUT_MS) }, (answer: IncomingMessage) => {
      resolve(answer.statusCode ?? 0);
      // The response's body is of no use, and may be endless.
      answer.destroy();
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
