import type { Locator } from '@playwright/test';
import { parseEther } from 'viem';
import texts from '../../public/locales/en/wallet.json' with { type: 'json' };
import { developmentAccount } from './support/api-member.ts';
import { openInApp } from './support/navigation.ts';
import { connectedWallet, startSwapChain, type SwapChain } from './support/swap-chain.ts';
import { expect, test } from './support/test.ts';

const MEMBER = 6;
const { address } = developmentAccount(MEMBER);

test.describe.configure({ mode: 'default' });
test.use({ signedInAs: MEMBER, stored: connectedWallet(MEMBER) });

let chain: SwapChain;
test.beforeAll(async () => {
  chain = await startSwapChain();
});
test.afterAll(() => chain.node.kill());
test.beforeEach(async ({ page }) => {
  await chain.lead(page);
});

for (const token of ['USDT', 'JU']) {
  test(
    `the network fee of a deposit in ${token} is shown before the wallet opens, in JU and in US$`,
    { tag: token === 'USDT' ? [] : '@full' },
    async ({ page, wallet }) => {
      await chain.node.testClient.setBalance({ address, value: parseEther('10') });
      await openInApp(page, '/wallet');
      const { deposit, fee } = form(page.getByRole('region', { name: texts.deposit.title, exact: true }));
      await deposit.getByRole('radio', { name: token, exact: true }).click();
      await expect(fee).toContainText('US$');
      const told = parseEther((await fee.locator('[title$=" JU"]').getAttribute('title'))?.split(' ')[0] ?? '');
      const before = await chain.node.publicClient.getBalance({ address });
      await deposit.getByLabel(texts.deposit.amount).fill('2');
      await deposit.getByRole('button', { name: `Deposit 2 ${token}` }).click();
      await wallet.send();
      await expect(deposit.getByText(texts.deposit.sent)).toBeVisible();
      const spent = async (): Promise<bigint> => before - (await chain.node.publicClient.getBalance({ address }));
      await expect.poll(spent).toBeGreaterThan(0n);
      const paid = (await spent()) - (token === 'JU' ? parseEther('2') : 0n);
      // The gas price changes by up to an eighth per block (EIP-1559).
      expect(told * 2n > paid && paid * 2n > told, `told ${told}, paid ${paid}`).toBe(true);
    },
  );
}

test(
  'too little JU for the network fee is reported, and the wallet isn’t called until there is enough',
  { tag: '@full' },
  async ({ page, wallet }) => {
    await chain.node.testClient.setBalance({ address, value: 1n });
    await openInApp(page, '/wallet');
    const { deposit, fee } = form(page.getByRole('region', { name: texts.deposit.title, exact: true }));
    await expect(fee).toContainText('JU');
    await expect(deposit.getByText(texts.deposit.noGas)).toBeVisible();
    await deposit.getByLabel(texts.deposit.amount).fill('2');
    const button = deposit.getByRole('button', { name: 'Deposit 2 USDT' });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.click({ force: true });
    await expect(deposit.getByText(texts.deposit.confirm)).toHaveCount(0);

    await chain.node.testClient.setBalance({ address, value: parseEther('1') });
    await expect(deposit.getByText(texts.deposit.noGas)).toHaveCount(0);
    await button.click();
    await wallet.send();
    await expect(deposit.getByText(texts.deposit.sent)).toBeVisible();
  },
);

function form(deposit: Locator): { deposit: Locator; fee: Locator } {
  return { deposit, fee: deposit.locator('.network-fee') };
}
