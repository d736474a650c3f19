// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
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

    /// @notice What a recipient's own code may use up when it is paid JU, beside the 2,300 gas that come with any value.
    uint256 public constant RECIPIENT_GAS = 100_000;

    /// @dev Enough for the call itself (cold address, value, an account that is new: 36,600) and for EIP-150, which
    /// keeps a sixty-fourth back. With less, the recipient would be blamed for what the sender was short of.
    uint256 private constant GAS_BEFORE_CALL = 145_000;

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
    error GasTooLow();
    error RecipientRefused(address to);
    error TokenRefused(address token, address to);
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
     * @dev Whatever a recipient or a token returns or reverts with is dropped unread, so that none of it passes for an
     * error of this contract, or costs gas to copy.
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
            _payNative(to, amount);
        } else {
            // A call to an address without code succeeds and moves nothing.
            if (token.code.length == 0) revert InvalidToken(token);
            _requireHeld(token, IERC20(token).balanceOf(address(this)), amount);
            if (!IERC20(token).trySafeTransfer(to, amount)) revert TokenRefused(token, to);
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

    function _payNative(address to, uint256 amount) private {
        if (gasleft() < GAS_BEFORE_CALL) revert GasTooLow();
        bool accepted;
        assembly ("memory-safe") {
            accepted := call(RECIPIENT_GAS, to, amount, 0x00, 0x00, 0x00, 0x00)
        }
        if (!accepted) revert RecipientRefused(to);
    }

    function _requireHeld(address token, uint256 held, uint256 wanted) private pure {
        if (held < wanted) revert VaultLow(token, held, wanted);
    }
}
