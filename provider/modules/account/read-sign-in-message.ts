import { SiweMessage } from '@signinwithethereum/siwe';
import type { Address } from 'viem';
import { Refusal } from '../../http/refusal.ts';
import type { SignInSite } from './sign-in-message.ts';

const MAX_BYTES = 4_096;

/**
 * Parses a signed message by the EIP-4361 grammar and checks everything that can be checked without the nonce: site, chain and address. Returns its nonce.
 */
export function readSignInMessage(text: string, site: SignInSite, address: Address): { nonce: string } {
  if (Buffer.byteLength(text) > MAX_BYTES) throw new Refusal('MESSAGE_INVALID');
  const message = parse(text);
  // A warning means an address without checksum, which an issued message never has. The parser also warns about the one address in some two thousand
  // whose checksum has letters of one case only, so the line itself is compared.
  if (message === null || (message.warnings.length > 0 && text.split('\n')[1] !== address)) throw new Refusal('MESSAGE_INVALID');
  if (message.domain !== site.domain || message.scheme !== site.scheme || message.uri !== site.uri) throw new Refusal('DOMAIN_MISMATCH');
  if (message.chainId !== site.chainId) throw new Refusal('CHAIN_MISMATCH');
  if (message.version !== '1' || message.address !== address) throw new Refusal('MESSAGE_INVALID');
  return { nonce: message.nonce };
}

function parse(text: string): SiweMessage | null {
  try {
    return new SiweMessage(text);
  } catch {
    // The parser's reasons concern its grammar; the caller only learns that this isn't a sign-in message.
    return null;
  }
}
