/** Of EIP-1559, in wei for a unit of gas. */
export interface GasFees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** Twice the base fee holds out six full blocks, each of which may raise it by an eighth (EIP-1559). */
export function currentFees(baseFeePerGas: bigint, priorityFee: bigint): GasFees {
  return { maxFeePerGas: 2n * baseFeePerGas + priorityFee, maxPriorityFeePerGas: priorityFee };
}

/** A replacement is taken by every node when both fees are an eighth higher; and it should be worth its while today. */
export function raiseFees(previous: GasFees, current: GasFees): GasFees {
  return {
    maxFeePerGas: larger(eighthMore(previous.maxFeePerGas), current.maxFeePerGas),
    maxPriorityFeePerGas: larger(eighthMore(previous.maxPriorityFeePerGas), current.maxPriorityFeePerGas),
  };
}

/** Rounded up, and never the same. */
function eighthMore(fee: bigint): bigint {
  return fee + fee / 8n + 1n;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
