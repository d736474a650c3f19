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
