// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IFlashSwapReceiver, IPair} from "../../../chain/contracts/exchange/IExchange.sol";

/// @notice Borrows from a pair and pays back what it was told to; may also call the pair again in the middle.
contract FlashBorrower is IFlashSwapReceiver {
    address private token;
    uint256 private repayment;
    bytes private reentry;

    function borrow(address pair, bool first, uint256 amount, address token_, uint256 repayment_, bytes calldata reentry_)
        external
    {
        (token, repayment, reentry) = (token_, repayment_, reentry_);
        IPair(pair).swap(first ? amount : 0, first ? 0 : amount, address(this), "flash");
    }

    function uniswapV2Call(address, uint256, uint256, bytes calldata) external {
        if (reentry.length > 0) {
            (bool succeeded, bytes memory reason) = msg.sender.call(reentry);
            if (!succeeded) {
                assembly ("memory-safe") {
                    revert(add(reason, 32), mload(reason))
                }
            }
        }
        IERC20(token).transfer(msg.sender, repayment);
    }
}
