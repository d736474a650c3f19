export const lyingToken = {
  abi: [
    {
      inputs: [
        { internalType: 'address', name: 'token', type: 'address' },
        { internalType: 'uint256', name: 'held', type: 'uint256' },
        { internalType: 'uint256', name: 'wanted', type: 'uint256' },
      ],
      name: 'VaultLow',
      type: 'error',
    },
    {
      inputs: [{ internalType: 'address', name: '', type: 'address' }],
      name: 'balanceOf',
      outputs: [{ internalType: 'uint256', name: '', type: 'uint256' }],
      stateMutability: 'pure',
      type: 'function',
    },
    {
      inputs: [
        { internalType: 'address', name: '', type: 'address' },
        { internalType: 'uint256', name: 'amount', type: 'uint256' },
      ],
      name: 'transfer',
      outputs: [{ internalType: 'bool', name: '', type: 'bool' }],
      stateMutability: 'pure',
      type: 'function',
    },
  ],
  bytecode:
    '0x60808060405234601357609a908160188239f35b5f80fdfe60808060405260043610156011575f80fd5b5f3560e01c90816370a08231146066575063a9059cbb14602f575f80fd5b34606257604036600319011260625760446085565b50630978359760e31b5f525f6004525f60245260243560445260645ffd5b5f80fd5b346062576020366003190112606257602090607e6085565b505f198152f35b600435906001600160a01b038216820360625756',
} as const;
