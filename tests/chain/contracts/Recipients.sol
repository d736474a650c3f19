// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Vault} from "../../../chain/contracts/Vault.sol";

/// @notice An account that is a contract: sends JU on from within, as smart accounts do.
contract SmartAccount {
    receive() external payable {}

    function send(address payable to, uint256 amount) external {
        (bool succeeded,) = to.call{value: amount}("");
        require(succeeded, "SmartAccount: not sent");
    }
}

/// @notice Takes no JU.
contract RefusingRecipient {}

/// @notice As the operator it pays itself, and asks for the same payout again while it is being paid.
contract GreedyOperator {
    Vault private immutable vault;
    bool public sameRefused;

    constructor(Vault vault_) {
        vault = vault_;
    }

    receive() external payable {
        try vault.payout(bytes32("first"), address(0), address(this), msg.value) {}
        catch {
            sameRefused = true;
        }
    }

    function ask(uint256 amount) external {
        vault.payout(bytes32("first"), address(0), address(this), amount);
    }
}

/// @notice Takes JU where nothing is paid for gas, as in a trial without a price, and burns whatever it is given on the chain.
contract PriceWatchingRecipient {
    receive() external payable {
        if (tx.gasprice == 0) return;
        while (true) {}
    }
}

/// @notice Reverts with the vault's own error, as if the vault were empty.
contract LyingRecipient {
    receive() external payable {
        revert Vault.VaultLow(address(0), 0, msg.value);
    }
}

/// @notice Reverts with as much data as its gas buys.
contract LoudRecipient {
    receive() external payable {
        assembly {
            revert(0, 18000)
        }
    }
}

/// @notice Uses up most of any gas it is given, in the most expensive way a node knows (MODEXP), and accepts.
contract SlowRecipient {
    receive() external payable {
        while (gasleft() > 40_000) {
            assembly {
                mstore(0x00, 0x80)
                mstore(0x20, 0x20)
                mstore(0x40, 0x80)
                mstore(0xe0, not(0))
                mstore(0x100, not(0))
                mstore(0x160, not(0))
                pop(staticcall(sub(gas(), 5000), 0x05, 0x00, 0x200, 0x00, 0x80))
            }
        }
    }
}

/// @notice A token that reverts with the vault's own error.
contract LyingToken {
    function balanceOf(address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function transfer(address, uint256 amount) external pure returns (bool) {
        revert Vault.VaultLow(address(0), 0, amount);
    }
}

/// @notice Uses a given amount of gas when it is paid, as an elaborate smart account does, and accepts.
contract ElaborateAccount {
    uint256 private immutable appetite;

    constructor(uint256 appetite_) {
        appetite = appetite_;
    }

    receive() external payable {
        uint256 start = gasleft();
        while (start - gasleft() < appetite) {}
    }
}
