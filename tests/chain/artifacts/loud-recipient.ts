export const loudRecipient = {
  abi: [{ stateMutability: 'payable', type: 'receive' }],
  bytecode: '0x608080604052346013576013908160188239f35b5f80fdfe60806040523615600d575f80fd5b6146505ffd',
} as const;
