export const refusingToken = {
  abi: [
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
        { internalType: 'uint256', name: '', type: 'uint256' },
      ],
      name: 'transfer',
      outputs: [{ internalType: 'bool', name: '', type: 'bool' }],
      stateMutability: 'pure',
      type: 'function',
    },
  ],
  bytecode:
    '0x608080604052346013576087908160188239f35b5f80fdfe60808060405260043610156011575f80fd5b5f3560e01c90816370a08231146053575063a9059cbb14602f575f80fd5b34604f576040366003190112604f5760446072565b5060206040515f8152f35b5f80fd5b34604f576020366003190112604f57602090606b6072565b505f198152f35b600435906001600160a01b0382168203604f5756',
} as const;
