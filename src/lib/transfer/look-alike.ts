export interface KnownAddress {
  name: string;
  address: string;
}

const COMPARED = 4;

/**
 * Finds the known address that another one imitates: the same first and last four characters, which is what people compare, and a different
 * middle. Such addresses are made to be copied from a list by mistake.
 */
export function findLookAlike<Known extends KnownAddress>(address: string, known: readonly Known[]): Known | undefined {
  const looked = address.toLowerCase();
  if (known.some((each) => each.address.toLowerCase() === looked)) return undefined;
  return known.find((each) => endsOf(each.address.toLowerCase()) === endsOf(looked));
}

function endsOf(address: string): string {
  return address.slice(2, 2 + COMPARED) + address.slice(-COMPARED);
}
