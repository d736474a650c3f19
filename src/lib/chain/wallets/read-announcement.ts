import type { DiscoveredWallet } from './discovered-wallet.ts';
import type { Eip1193Provider } from './eip1193.ts';

const LONGEST_NAME = 40;
const LONGEST_ICON = 200_000;
/** An extension may announce any amount of text; this much is searched for a name. */
const LONGEST_TEXT = 1_000;
/** A UUID has 36 characters; wallets that announce something else stay well below this. */
const LONGEST_UUID = 100;

/**
 * Parses a wallet's announcement (EIP-6963): any extension can dispatch the event with any content. Undefined if it isn't a usable wallet; an icon that
 * isn't an image is omitted.
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
  const { uuid, rdns, icon } = info;
  const name = readName(info.name);
  if (!isUuid(uuid) || !isRdns(rdns) || name === '') return undefined;
  const wallet = { id: rdns.toLowerCase(), name, provider };
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

/** Needn't be a UUID: the wallet is identified by its rdns, and works without one. */
function isUuid(uuid: unknown): uuid is string {
  return typeof uuid === 'string' && uuid !== '' && uuid.length <= LONGEST_UUID;
}

/** Needn't be a domain: SafePal announces a URL. It's compared and stored, never shown or followed. */
function isRdns(rdns: unknown): rdns is string {
  return typeof rdns === 'string' && /^(?!global:)[!-~]{1,253}$/i.test(rdns);
}

function isIcon(icon: unknown): icon is string {
  return typeof icon === 'string' && icon.length <= LONGEST_ICON && /^data:image\/(png|jpeg|webp|gif|avif|svg\+xml)[;,]/i.test(icon);
}

export function isProvider(value: unknown): value is Eip1193Provider {
  return isRecord(value) && typeof value.request === 'function';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (typeof value === 'object' || typeof value === 'function') && value !== null;
}
