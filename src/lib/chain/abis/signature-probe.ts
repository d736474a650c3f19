import { parseAbi } from 'viem';

export const signatureProbeAbi = /* @__PURE__ */ parseAbi([
  'constructor(address account, bytes32 hash, bytes signature, address factory, bytes factoryCalldata)',
]);
