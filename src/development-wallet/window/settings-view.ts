import { productChain } from '../../lib/chain/product-chain.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { chainOf, ethereum } from '../wallet-state.ts';
import type { WalletStore } from '../wallet-store.ts';
import type { WalletTexts } from '../wallet-texts.ts';
import { element } from './element.ts';
import { accountChoice, facts } from './parts.ts';

/** The selected account, and switches that simulate wallet failures so that every path of the site can be tried. */
export function settingsView(texts: WalletTexts, store: WalletStore): Element[] {
  const state = store.get();
  const { settings } = texts;
  const knowsProduct = state.chains.some(({ id }) => id === productChain.id);
  const isConnected = state.connected.includes(location.origin);
  const site = location.host;
  const names = { network: productChain.name, other: ethereum.name };
  const button = (id: string, text: string, onClick: () => void, isPossible = true): HTMLButtonElement => {
    const created = element('button', { id, class: 'button', text: interpolate(text, names), attributes: { type: 'button' }, onClick });
    created.disabled = !isPossible;
    return created;
  };
  return [
    facts([
      [texts.network, chainOf(state)?.name],
      [texts.site, interpolate(isConnected ? settings.connected : settings.notConnected, { site })],
    ]),
    accountChoice(texts, state.selected, (selected) => store.update({ selected })),
    element(
      'div',
      { class: 'switches' },
      element('h3', { text: settings.actAs }),
      state.chainId === productChain.id
        ? button('chain', settings.useOther, () => store.update({ chainId: ethereum.id }))
        : button('chain', settings.useProduct, () => store.update({ chainId: productChain.id }), knowsProduct),
      button(
        'forget',
        settings.forget,
        () => store.update({ chainId: ethereum.id, chains: state.chains.filter(({ id }) => id !== productChain.id) }),
        knowsProduct,
      ),
      state.locked
        ? button('lock', settings.unlock, () => store.update({ locked: false }))
        : button('lock', settings.lock, () => store.update({ locked: true })),
      button('disconnect', settings.disconnect, () => store.update({ connected: [] }), isConnected),
      button('reset', settings.reset, store.reset),
    ),
  ];
}
