export const lyingRecipient = {
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
    { stateMutability: 'payable', type: 'receive' },
  ],
  bytecode:
    '0x608080604052346013576028908160188239f35b5f80fdfe60806040523615600d575f80fd5b630978359760e31b5f525f6004525f6024523460445260645ffd',
} as const;
