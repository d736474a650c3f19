import { parseAbi } from 'viem';

export const factoryAbi = /* @__PURE__ */ parseAbi([
  'event PairCreated(address indexed token0, address indexed token1, address pair, uint256 pairCount)',
  'function allPairs(uint256) view returns (address)',
  'function allPairsLength() view returns (uint256)',
  'function createPair(address tokenA, address tokenB) returns (address pair)',
  'function feeTo() view returns (address)',
  'function feeToSetter() view returns (address)',
  'function getPair(address tokenA, address tokenB) view returns (address pair)',
  'function pairCodeHash() pure returns (bytes32)',
  'function setFeeTo(address) pure',
  'function setFeeToSetter(address) pure',
]);
