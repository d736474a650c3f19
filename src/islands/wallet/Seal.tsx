import { addressSeal } from '../../lib/address-seal.ts';

/** The picture of an address, which shows a difference where the eye does not. */
export function Seal({ address }: { address: string }): React.JSX.Element {
  return (
    <svg className="seal" viewBox="0 0 48 48" aria-hidden="true">
      {addressSeal(address).map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
