/** EIP-1559 fees, in wei per unit of gas. */
export interface GasFees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** Twice the base fee lasts for six full blocks, each of which may raise it by an eighth (EIP-1559). */
export function currentFees(baseFeePerGas: bigint, priorityFee: bigint): GasFees {
  return { maxFeePerGas: 2n * baseFeePerGas + priorityFee, maxPriorityFeePerGas: priorityFee };
}

/** All nodes accept a replacement whose fees are both an eighth higher; it should also be competitive now. */
export function raiseFees(previous: GasFees, current: GasFees): GasFees {
  return {
    maxFeePerGas: larger(eighthMore(previous.maxFeePerGas), current.maxFeePerGas),
    maxPriorityFeePerGas: larger(eighthMore(previous.maxPriorityFeePerGas), current.maxPriorityFeePerGas),
  };
}

/** Rounded up, and always larger. */
function eighthMore(fee: bigint): bigint {
  return fee + fee / 8n + 1n;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
