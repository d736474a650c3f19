import { isHex } from '../is-hex.ts';
import development from './210000.json' with { type: 'json' };

/** The contracts' addresses on the embedded chain, the same on every machine. Those of a production chain are configured. */
export const developmentAddresses: ChainAddresses = /* @__PURE__ */ readAddresses();

function readAddresses(): ChainAddresses {
  return {
    juf: address(development.juf),
    usdt: address(development.usdt),
    wju: address(development.wju),
    factory: address(development.factory),
    router: address(development.router),
    vault: address(development.vault),
    pairs: {
      jufUsdt: address(development.pairs.jufUsdt),
      wjuUsdt: address(development.pairs.wjuUsdt),
      jufWju: address(development.pairs.jufWju),
    },
    deployBlock: development.deployBlock,
  };
}

function address(text: string): ChainAddresses['juf'] {
  if (!isHex(text, 20)) throw new Error(`Not an address: ${text}`);
  return text;
}

type Address = `0x${string}`;

export interface ChainAddresses {
  juf: Address;
  usdt: Address;
  wju: Address;
  factory: Address;
  router: Address;
  vault: Address;
  pairs: { jufUsdt: Address; wjuUsdt: Address; jufWju: Address };
  /** The first block to read logs from. */
  deployBlock: number;
}
