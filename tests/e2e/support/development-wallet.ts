import { expect, type Locator, type Page } from '@playwright/test';
import english from '../../../public/locales/en/wallet-app.json' with { type: 'json' };

type WalletTexts = typeof english;

export interface DevelopmentWallet {
  /** The wallet's window while it is open. */
  window: Locator;
  /** The small button in the page's corner. */
  launcher: Locator;
  button: (name: string) => Locator;
  /** Waits for the question and approves it with an account, 1 to 10. */
  connect: (account?: number) => Promise<void>;
  unlock: () => Promise<void>;
  sign: () => Promise<void>;
  signData: () => Promise<void>;
  send: () => Promise<void>;
  switchNetwork: () => Promise<void>;
  addNetwork: () => Promise<void>;
  addToken: () => Promise<void>;
  decline: () => Promise<void>;
  /** Postpones the question. */
  decideLater: () => Promise<void>;
  /** Opens the settings from the launcher, runs `act`, and closes them. */
  inSettings: (act: (settings: WalletSettings) => Promise<void>) => Promise<void>;
  /** The same from a pending question, and back to it. */
  inSettingsMeanwhile: (act: (settings: WalletSettings) => Promise<void>) => Promise<void>;
}

export interface WalletSettings {
  chooseAccount: (account: number) => Promise<void>;
  useWrongNetwork: () => Promise<void>;
  useProductNetwork: () => Promise<void>;
  /** The product's network has to be added again. */
  forgetNetwork: () => Promise<void>;
  lock: () => Promise<void>;
  unlock: () => Promise<void>;
  disconnect: () => Promise<void>;
  startAfresh: () => Promise<void>;
}

/** The development wallet as a person uses it, by its real buttons. Takes the texts of the page's language, English by default. */
export function developmentWallet(page: Page, texts: WalletTexts = english): DevelopmentWallet {
  const wallet = page.locator('jufi-development-wallet');
  const dialog = wallet.getByRole('dialog');
  const launcher = wallet.locator('.launcher');
  const button = (name: string): Locator => dialog.getByRole('button', { name, exact: true });
  const answer = (title: string, name: string) => async (): Promise<void> => {
    await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(titlePattern(title));
    await button(name).click();
  };
  const chooseAccount = (account: number): Promise<void> =>
    dialog
      .getByRole('radio')
      .nth(account - 1)
      .check();
  return {
    window: dialog,
    launcher,
    button,
    connect: async (account) => {
      await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(titlePattern(texts.connect.title));
      if (account !== undefined) await chooseAccount(account);
      await button(texts.connect.approve).click();
    },
    unlock: answer(texts.unlock.title, texts.unlock.approve),
    sign: answer(texts.sign.title, texts.sign.approve),
    signData: answer(texts.typed.title, texts.typed.approve),
    send: answer(texts.send.title, texts.send.approve),
    switchNetwork: answer(texts.switch.title, texts.switch.approve),
    addNetwork: answer(texts.add.title, texts.add.approve),
    addToken: answer(texts.watch.title, texts.watch.approve),
    decline: () => button(texts.decline).click(),
    decideLater: () => button(texts.later).click(),
    inSettings: async (act) => {
      await launcher.click();
      await act(settings(texts, button, chooseAccount));
      await button(texts.close).click();
    },
    inSettingsMeanwhile: async (act) => {
      await button(texts.settings.title).click();
      await act(settings(texts, button, chooseAccount));
      await button(texts.back).click();
    },
  };
}

function settings(
  { settings: names }: WalletTexts,
  button: (name: string) => Locator,
  chooseAccount: WalletSettings['chooseAccount'],
): WalletSettings {
  const press = (name: string) => (): Promise<void> =>
    button(name.replace('{{network}}', 'JuChain Mainnet').replace('{{other}}', 'Ethereum')).click();
  return {
    chooseAccount,
    useWrongNetwork: press(names.useOther),
    useProductNetwork: press(names.useProduct),
    forgetNetwork: press(names.forget),
    lock: press(names.lock),
    unlock: press(names.unlock),
    disconnect: press(names.disconnect),
    startAfresh: press(names.reset),
  };
}

/** Matches the title with any site in it. */
function titlePattern(title: string): RegExp {
  const [before = '', after = ''] = title.split('{{site}}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${before}${title.includes('{{site}}') ? '.+' : ''}${after}$`);
}
