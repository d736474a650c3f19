export interface KnownAddress {
  name: string;
  address: string;
}

const COMPARED = 4;

/**
 * The known address that another one pretends to be: the same first and last four characters, which is what people compare, and something else between.
 * Such addresses are made to be copied out of a list by mistake.
 */
export function findLookAlike<Known extends KnownAddress>(address: string, known: readonly Known[]): Known | undefined {
  const looked = address.toLowerCase();
  if (known.some((each) => each.address.toLowerCase() === looked)) return undefined;
  return known.find((each) => endsOf(each.address.toLowerCase()) === endsOf(looked));
}

function endsOf(address: string): string {
  return address.slice(2, 2 + COMPARED) + address.slice(-COMPARED);
}
