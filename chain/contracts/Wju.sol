// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/**
 * @title Wrapped JU
 * @notice One unit for each unit of native JU held here. Speaks the interface of WETH9 (Dapphub, 2017): `deposit`,
 * `withdraw`, and their two events, which every exchange router knows.
 * @dev WETH9 swallows unknown calls in its fallback and wraps their value; here they fail, so that a call to a function
 * that does not exist (a permit, say) is never taken for a success.
 */
contract Wju is ERC20 {
    event Deposit(address indexed dst, uint256 wad);
    event Withdrawal(address indexed src, uint256 wad);

    constructor() ERC20("Wrapped JU", "WJU") {}

    receive() external payable {
        deposit();
    }

    function deposit() public payable {
        _mint(msg.sender, msg.value);
        emit Deposit(msg.sender, msg.value);
    }

    /// @dev Burns before it pays: a receiver that calls back finds its balance already gone.
    function withdraw(uint256 wad) external {
        _burn(msg.sender, wad);
        emit Withdrawal(msg.sender, wad);
        Address.sendValue(payable(msg.sender), wad);
    }
}
