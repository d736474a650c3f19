import { encodeFunctionData } from 'viem/utils';
import { jufAbi } from '../chain/abis/juf.ts';
import { routerAbi } from '../chain/abis/router.ts';
import { wjuAbi } from '../chain/abis/wju.ts';
import type { Address, Hex } from '../chain/wallets/eip1193.ts';
import type { RouterCall, SwapStep } from './plan-swap.ts';

export interface StepTerms {
  owner: Address;
  router: Address;
  wju: Address;
  /** In seconds since the epoch, by the chain's clock. */
  deadline: bigint;
}

export interface StepTransaction {
  to: Address;
  data: Hex;
  value: bigint;
}

/** A step as the transaction sent to the wallet. */
export function encodeStep(step: SwapStep, terms: StepTerms): StepTransaction {
  const { router, wju } = terms;
  switch (step.kind) {
    case 'RESET_ALLOWANCE':
    case 'APPROVE': {
      const amount = step.kind === 'APPROVE' ? step.amount : 0n;
      const data = encodeFunctionData({ abi: jufAbi, functionName: 'approve', args: [step.spender, amount] });
      return { to: step.token, data, value: 0n };
    }
    case 'WRAP':
      return { to: wju, data: encodeFunctionData({ abi: wjuAbi, functionName: 'deposit' }), value: step.amount };
    case 'UNWRAP':
      return { to: wju, data: encodeFunctionData({ abi: wjuAbi, functionName: 'withdraw', args: [step.amount] }), value: 0n };
    case 'SWAP':
      return { to: router, data: encodeRouterCall(step.call, terms), value: step.value };
  }
}

function encodeRouterCall(call: RouterCall, { owner, deadline }: StepTerms): Hex {
  switch (call.functionName) {
    case 'swapExactTokensForTokens':
    case 'swapExactTokensForETH': {
      const { functionName, amountIn, amountOutMin, path } = call;
      return encodeFunctionData({ abi: routerAbi, functionName, args: [amountIn, amountOutMin, path, owner, deadline] });
    }
    case 'swapTokensForExactTokens':
    case 'swapTokensForExactETH': {
      const { functionName, amountOut, amountInMax, path } = call;
      return encodeFunctionData({ abi: routerAbi, functionName, args: [amountOut, amountInMax, path, owner, deadline] });
    }
    case 'swapExactETHForTokens': {
      const { functionName, amountOutMin, path } = call;
      return encodeFunctionData({ abi: routerAbi, functionName, args: [amountOutMin, path, owner, deadline] });
    }
    case 'swapETHForExactTokens': {
      const { functionName, amountOut, path } = call;
      return encodeFunctionData({ abi: routerAbi, functionName, args: [amountOut, path, owner, deadline] });
    }
  }
}
