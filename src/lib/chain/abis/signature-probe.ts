export const signatureProbeAbi = [
  {
    inputs: [
      { internalType: 'address', name: 'account', type: 'address' },
      { internalType: 'bytes32', name: 'hash', type: 'bytes32' },
      { internalType: 'bytes', name: 'signature', type: 'bytes' },
      { internalType: 'address', name: 'factory', type: 'address' },
      { internalType: 'bytes', name: 'factoryCalldata', type: 'bytes' },
    ],
    stateMutability: 'nonpayable',
    type: 'constructor',
  },
] as const;
