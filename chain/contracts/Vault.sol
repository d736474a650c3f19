// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";

/**
 * @title Vault
 * @notice Holds what members own. Native JU arrives through `receive`, tokens by a plain transfer; both leave only
 * through `payout`, by the operator's key, once for each id.
 * @dev The id is marked before value moves, and a payout that fails reverts whole, so an id is either paid in full or
 * still free. The owner cannot take anything out: it appoints the operator, pauses, and hands over in two steps.
 */
contract Vault is Ownable2Step, Pausable {
    using SafeERC20 for IERC20;

    /// @notice The token address that stands for native JU in `payout`.
    address public constant NATIVE = address(0);

    /// @notice The only key that pays out.
    address public operator;

    /// @notice Whether the payout with this id was made.
    mapping(bytes32 id => bool) public paid;

    event Received(address indexed from, uint256 amount);
    event Paid(bytes32 indexed id, address indexed token, address indexed to, uint256 amount);
    event OperatorChanged(address indexed previousOperator, address indexed newOperator);

    error NotOperator(address caller);
    error NotOwnerOrOperator(address caller);
    error AlreadyPaid(bytes32 id);
    error InvalidRecipient(address to);
    error InvalidToken(address token);
    error InvalidAmount();
    error InvalidId();
    error InvalidOperator();
    error VaultLow(address token, uint256 held, uint256 wanted);
    error OwnershipCannotBeRenounced();

    modifier onlyOperator() {
        if (msg.sender != operator) revert NotOperator(msg.sender);
        _;
    }

    constructor(address initialOwner, address initialOperator) Ownable(initialOwner) {
        _changeOperator(initialOperator);
    }

    receive() external payable {
        emit Received(msg.sender, msg.value);
    }

    /**
     * @notice Pays `amount` of `token` (`NATIVE` for JU) to `to`, at most once for each `id`.
     * @dev All gas is forwarded with native JU, so smart accounts can receive; the sender bounds it by the gas limit.
     */
    function payout(bytes32 id, address token, address to, uint256 amount) external onlyOperator whenNotPaused {
        if (id == bytes32(0)) revert InvalidId();
        if (to == address(0) || to == address(this)) revert InvalidRecipient(to);
        if (amount == 0) revert InvalidAmount();
        if (paid[id]) revert AlreadyPaid(id);
        paid[id] = true;
        emit Paid(id, token, to, amount);

        if (token == NATIVE) {
            _requireHeld(token, address(this).balance, amount);
            Address.sendValue(payable(to), amount);
        } else {
            // A call to an address without code succeeds and moves nothing.
            if (token.code.length == 0) revert InvalidToken(token);
            _requireHeld(token, IERC20(token).balanceOf(address(this)), amount);
            IERC20(token).safeTransfer(to, amount);
        }
    }

    /// @notice Stops payouts. The operator may pull the brake too; only the owner releases it.
    function pause() external {
        if (msg.sender != owner() && msg.sender != operator) revert NotOwnerOrOperator(msg.sender);
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function changeOperator(address newOperator) external onlyOwner {
        _changeOperator(newOperator);
    }

    /// @dev Without an owner a lost operator's key would lock in what members own.
    function renounceOwnership() public view override onlyOwner {
        revert OwnershipCannotBeRenounced();
    }

    function _changeOperator(address newOperator) private {
        if (newOperator == address(0)) revert InvalidOperator();
        emit OperatorChanged(operator, newOperator);
        operator = newOperator;
    }

    function _requireHeld(address token, uint256 held, uint256 wanted) private pure {
        if (held < wanted) revert VaultLow(token, held, wanted);
    }
}
