export const refusingRecipient = { abi: [], bytecode: '0x608080604052346013576003908160188239f35b5f80fdfe5f80fd' } as const;
