import { identifierOf } from '../../identifier.ts';
import { TOKEN_DECIMALS } from '../../token-decimals.ts';
import { z } from './zod.ts';

/** At most 60 digits, no sign, exponent or leading zeros, and no more decimals than any token or price has. */
const DECIMAL = /^(?:0|[1-9]\d{0,59}|(?=.{3,61}$)(?:0|[1-9]\d*)\.\d{1,18})$/;

/**
 * A decimal string in whole tokens, as it's sent. Whether it has too many decimals for its token is checked where the token is known. A body has these;
 * a response's amounts, prices and dollars are read as bigint in 10⁻¹⁸.
 */
export const amountText = z.string().check(z.regex(DECIMAL));
export const amount = inBaseUnits(amountText);
/** An amount to move: never zero. */
export const positiveAmount = z.string().check(
  z.regex(DECIMAL, { abort: true }),
  z.refine((text) => /[1-9]/.test(text), 'ZERO'),
);
/** Basis points. */
export const rate = z.int().check(z.gte(0));
/** USDT per token, 18 decimals. */
export const priceText = z.string().check(z.regex(DECIMAL));
export const price = inBaseUnits(priceText);
/** US dollars, rounded down to 6 decimals. */
export const usdText = z.string().check(z.regex(/^(?:0|[1-9]\d{0,53})(?:\.\d{1,6})?$/));
export const usd = inBaseUnits(usdText);
/** US dollars, rounded to 6 decimals; negative for a loss. */
export const signedUsd = inBaseUnits(z.string().check(z.regex(/^-?(?:0|[1-9]\d{0,53})(?:\.\d{1,6})?$/)));
export const count = z.int().check(z.gte(0));

/** An address of a page. `z.url` would add half a kilobyte to every page. */
export const webAddress = z.string().check(z.regex(/^https?:\/\/[^\s"'<>]+$/));
/** UUIDv7. */
export const id = z.uuidv7();
/** ISO 8601 in UTC with milliseconds. */
export const time = z.iso.datetime({ precision: 3 });
/** A UTC day, `2026-01-31`. */
export const day = z.iso.date();
const HEX = /^0x(?:[0-9a-fA-F]{2})*$/;
type HexText = z.ZodMiniType<`0x${string}`, `0x${string}`>;

/** Time and id of something that isn't listed as a transaction. An extension: a provider may lack it. */
export const receipt = z.object({ id, createdAt: time });

const word = z.enum(['true', 'false']);
export const flag = z.pipe(
  z.pipe(
    word,
    z.transform((text) => text === 'true'),
  ),
  z.boolean(),
);

/** Parameters of every paged call; spread into its query. */
export const paging = {
  page: z._default(wholeNumber(1, 1_000_000), 1),
  size: z._default(wholeNumber(1, 100), 20),
};

/** Types what the pattern has checked. `z.templateLiteral` would avoid the cast, but add half a kilobyte to every page. */
function hexText(pattern: RegExp): HexText {
  return z.string().check(z.regex(pattern)) as unknown as HexText;
}

/** 32 bytes: a transaction hash, a root, a nonce. */
export const bytes32 = hexText(/^0x[0-9a-f]{64}$/);
/** As in responses. The provider guarantees the EIP-55 checksum; verifying it would add a hash function to every page. */
export const address = hexText(/^0x[0-9a-fA-F]{40}$/);
export const hex = hexText(HEX);

const UID = /^[a-z0-9]{6,12}$/;
export const uid = z.string().check(z.regex(UID));
export const typedUid = z.string().check(
  z.maxLength(64, { abort: true }),
  z.overwrite((typed) => identifierOf(typed).toLowerCase()),
  z.regex(UID),
);
export const walletType = z.enum(['JU', 'JUF', 'USDT']);
export const languageCode = z.enum(['en', 'zh', 'tw', 'id', 'vn', 'th', 'kr', 'jp', 'it', 'de']);
/** The version of the operator's terms behind an offer. Sent along with an order, which is refused with TERMS_CHANGED if others are in force. */
export const terms = z.optional(count);
/** The operator's terms decide which there are. */
export const roleCode = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{0,31}$/));
export const text = z.string();
/** An offer's name in what a wallet signs, the same in every language. An extension: a provider may lack it, and then signs the `name`. */
export const signedName = z.optional(text);
/** An invitation or activation code, as typed or pasted. */
export const typedCode = z.string().check(z.maxLength(64, { abort: true }), z.trim(), z.minLength(1), z.overwrite(identifierOf));
/** Some wallets leave out the `0x`. */
export const signature = z.string().check(
  z.minLength(1, { abort: true }),
  z.overwrite((typed) => `0x${typed.trim().replace(/^0x/i, '')}`),
  z.regex(HEX),
) as unknown as HexText;

export const emptyBody = z.strictObject({});

/** A query value of plain decimal digits. */
// @__NO_SIDE_EFFECTS__
export function wholeNumber(minimum: number, maximum: number): z.ZodMiniType<number, string> {
  const digits = z.string().check(z.regex(/^\d{1,15}$/));
  return z.pipe(z.pipe(digits, z.transform(Number)), z.int().check(z.gte(minimum), z.lte(maximum)));
}

/** Reads what `toDecimalString` writes. */
// @__NO_SIDE_EFFECTS__
function inBaseUnits(decimal: z.ZodMiniType<string, string>): z.ZodMiniType<bigint, string> {
  return z.pipe(
    decimal,
    z.transform((checked: string) => {
      const [whole = '', fraction = ''] = checked.split('.');
      return BigInt(whole + fraction.padEnd(TOKEN_DECIMALS, '0'));
    }),
  );
}
