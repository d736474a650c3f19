import { addressSeal } from '../../lib/address-seal.ts';

/** A picture derived from an address, which makes differences visible. */
export function Seal({ address }: { address: string }): React.JSX.Element {
  return (
    <svg className="seal" viewBox="0 0 48 48" aria-hidden="true">
      {addressSeal(address).map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
