import { chainExplorerUrl, chainRpcUrl } from '../../lib/config.ts';
import { productChain } from '../../lib/chain/product-chain.ts';
import { interpolate as fill } from '../../lib/i18n/interpolate.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { CopyButton } from '../figures/CopyButton.tsx';
import { Ledger } from '../figures/Ledger.tsx';
import { useTexts } from '../root/island.ts';

/** The network's values, to be copied one by one into a wallet that a page can't configure. */
export function NetworkForm(): React.JSX.Element {
  const texts = useTexts('session').chain.manual;
  const fields = [
    { name: texts.name, value: productChain.name },
    { name: texts.rpc, value: chainRpcUrl },
    { name: texts.id, value: String(productChain.id) },
    { name: texts.currency, value: productChain.nativeCurrency.symbol },
    ...(chainExplorerUrl === undefined ? [] : [{ name: texts.explorer, value: chainExplorerUrl }]),
  ];
  const lines = fields.map(({ name, value }) => ({
    name,
    value: (
      <span className="network-value">
        <bdi className="addr" translate="no">
          {value}
        </bdi>
        <CopyButton text={value} label={fill(texts.copy, { name })} copied={fill(texts.copied, { name })} />
      </span>
    ),
  }));
  return (
    <>
      <p>{interpolate(texts.lead, { chain: productChain.name })}</p>
      <Ledger lines={lines} />
    </>
  );
}
