import { setting } from './setting.ts';

/** How JU and USDT come to a member's own address from outside. */
export interface WayIn {
  kind: 'exchange' | 'bridge' | 'card';
  /** A template for `fillLink`. */
  link: string;
}

/** What the other side may be told; what isn't known is left out. */
export interface LinkValues {
  address?: string;
  /** A decimal string. */
  amount?: string;
  token?: string;
}

/** Those that the operator has set. */
export function waysIn({
  PUBLIC_EXCHANGE_LINK,
  PUBLIC_BRIDGE_LINK,
  PUBLIC_CARD_LINK,
}: Readonly<Record<string, string | undefined>>): WayIn[] {
  const links = [
    ['exchange', PUBLIC_EXCHANGE_LINK],
    ['bridge', PUBLIC_BRIDGE_LINK],
    ['card', PUBLIC_CARD_LINK],
  ] as const;
  return links.flatMap(([kind, value]) => {
    const link = setting(value);
    return link === undefined ? [] : [{ kind, link }];
  });
}

/** Fills in `{address}`, `{amount}` and `{token}`. A parameter without a value goes, so that the other side asks for it. */
export function fillLink(link: string, values: LinkValues): string {
  const valueOf = (name: string): string | undefined => values[name as keyof LinkValues];
  return link
    .replace(/([?&])[^?&#=]*=\{(address|amount|token)\}/g, (parameter, before: string, name: string) =>
      valueOf(name) === undefined ? before : parameter,
    )
    .replace(/([?&])&+/g, '$1')
    .replace(/[?&](?=#|$)/g, '')
    .replace(/\{(address|amount|token)\}/g, (_, name: string) => encodeURIComponent(valueOf(name) ?? ''));
}
