import type { DiscoveredWallet } from './discovered-wallet.ts';
import type { Eip1193Provider } from './eip1193.ts';

const LONGEST_NAME = 40;
const LONGEST_ICON = 200_000;
/** An extension may announce any amount of text; this much is searched for a name. */
const LONGEST_TEXT = 1_000;
const LONGEST_ID = 253;

/**
 * Parses a wallet's announcement (EIP-6963): any extension can dispatch the event with any content. Undefined if there is no provider that can be asked.
 * Everything else is made harmless rather than a reason to leave out a wallet that somebody uses; an icon that isn't an image is omitted.
 */
export function readAnnouncement(detail: unknown): DiscoveredWallet | undefined {
  try {
    return parseAnnouncement(detail);
  } catch {
    // A getter of the event's detail threw.
    return undefined;
  }
}

function parseAnnouncement(detail: unknown): DiscoveredWallet | undefined {
  if (!isRecord(detail)) return undefined;
  const { info, provider } = detail;
  if (!isRecord(info) || !isProvider(provider)) return undefined;
  const { rdns, icon } = info;
  const name = readName(info.name) || readName(rdns) || 'Wallet';
  const wallet = { id: readId(rdns, name), name, provider };
  return isIcon(icon) ? { ...wallet, icon } : wallet;
}

/** Removes control and direction characters, which could make one name look like another, and truncates to a line. */
function readName(name: unknown): string {
  if (typeof name !== 'string') return '';
  const visible = name
    .slice(0, LONGEST_TEXT)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return Array.from(visible).slice(0, LONGEST_NAME).join('');
}

/**
 * Its rdns, which needn't be a domain: SafePal announces a URL. It's compared and stored, never shown or followed. What isn't a word, or looks like a
 * wallet found under its global, gets an id of its own that no known wallet has.
 */
function readId(rdns: unknown, name: string): string {
  if (typeof rdns === 'string' && rdns.length <= LONGEST_ID && /^(?!global:)[!-~]+$/i.test(rdns)) return rdns.toLowerCase();
  return `announced:${name.toLowerCase()}`;
}

function isIcon(icon: unknown): icon is string {
  return typeof icon === 'string' && icon.length <= LONGEST_ICON && /^data:image\/[\w.+-]+[;,]/i.test(icon);
}

export function isProvider(value: unknown): value is Eip1193Provider {
  return isRecord(value) && typeof value.request === 'function';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (typeof value === 'object' || typeof value === 'function') && value !== null;
}
