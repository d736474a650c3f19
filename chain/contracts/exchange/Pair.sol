// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Fee} from "./Fee.sol";
import {IFlashSwapReceiver} from "./IExchange.sol";

/**
 * @title Pair of a constant-product exchange
 * @notice Speaks the interface of Uniswap V2's pair, reason strings included, and follows the design of the Uniswap V2
 * Core whitepaper (Adams, Zinsmeister, Robinson, 2020): x · y never falls, prices accumulate by the second, a share of
 * the pool is an ERC-20 token with permits. The fee is 50 basis points (`Fee`) and stays in the pool.
 * @dev Amounts are pushed in by a transfer before `mint`, `burn` and `swap`: whoever calls these directly, not through
 * the router, must do both in one transaction.
 */
contract Pair is ERC20Permit, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @notice Locked for good by the first deposit, so that one share can never be made absurdly dear.
    uint256 public constant MINIMUM_LIQUIDITY = 1_000;
    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    /// @notice Always zero, as in Uniswap V2 while no protocol fee is taken.
    uint256 public constant kLast = 0;

    /// @dev ERC20 refuses the zero address as a holder.
    address private constant LOCKED_HOLDER = 0x000000000000000000000000000000000000dEaD;
    uint256 private constant Q112 = 2 ** 112;

    address public immutable factory;
    address public token0;
    address public token1;

    uint112 private _reserve0;
    uint112 private _reserve1;
    uint32 private _blockTimestampLast;

    /// @notice Σ over time of token1 per token0 as UQ112.112, and the reverse; both wrap around on purpose.
    uint256 public price0CumulativeLast;
    uint256 public price1CumulativeLast;

    event Mint(address indexed sender, uint256 amount0, uint256 amount1);
    event Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to);
    event Swap(
        address indexed sender,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out,
        address indexed to
    );
    event Sync(uint112 reserve0, uint112 reserve1);

    constructor() ERC20("JuFi Liquidity", "JUF-LP") ERC20Permit("JuFi Liquidity") {
        factory = msg.sender;
    }

    /// @dev Called once by the factory, in the transaction that makes the pair.
    function initialize(address token0_, address token1_) external {
        require(msg.sender == factory && token0 == address(0), "UniswapV2: FORBIDDEN");
        token0 = token0_;
        token1 = token1_;
    }

    function getReserves() public view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast) {
        return (_reserve0, _reserve1, _blockTimestampLast);
    }

    /// @notice Gives `to` the share for what was sent in since the last update.
    function mint(address to) external nonReentrant returns (uint256 liquidity) {
        (uint112 reserve0, uint112 reserve1,) = getReserves();
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 amount0 = balance0 - reserve0;
        uint256 amount1 = balance1 - reserve1;

        uint256 supply = totalSupply();
        if (supply == 0) {
            uint256 root = Math.sqrt(amount0 * amount1);
            require(root > MINIMUM_LIQUIDITY, "UniswapV2: INSUFFICIENT_LIQUIDITY_MINTED");
            liquidity = root - MINIMUM_LIQUIDITY;
            _mint(LOCKED_HOLDER, MINIMUM_LIQUIDITY);
        } else {
            liquidity = Math.min((amount0 * supply) / reserve0, (amount1 * supply) / reserve1);
            require(liquidity > 0, "UniswapV2: INSUFFICIENT_LIQUIDITY_MINTED");
        }
        _mint(to, liquidity);

        _update(balance0, balance1, reserve0, reserve1);
        emit Mint(msg.sender, amount0, amount1);
    }

    /// @notice Pays `to` for the shares that were sent in. Rounds down: the pool keeps what does not divide.
    function burn(address to) external nonReentrant returns (uint256 amount0, uint256 amount1) {
        (uint112 reserve0, uint112 reserve1,) = getReserves();
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 liquidity = balanceOf(address(this));
        uint256 supply = totalSupply();
        // Balances and not reserves, so that gifts go to the holders by share.
        amount0 = (liquidity * balance0) / supply;
        amount1 = (liquidity * balance1) / supply;
        require(amount0 > 0 && amount1 > 0, "UniswapV2: INSUFFICIENT_LIQUIDITY_BURNED");

        _burn(address(this), liquidity);
        IERC20(token0).safeTransfer(to, amount0);
        IERC20(token1).safeTransfer(to, amount1);

        (balance0, balance1) = _balances();
        _update(balance0, balance1, reserve0, reserve1);
        emit Burn(msg.sender, amount0, amount1, to);
    }

    /**
     * @notice Sends out what is asked and then demands that enough came in. With `data` the receiver is called in
     * between and may pay from what it just received (a flash swap).
     */
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external nonReentrant {
        require(amount0Out > 0 || amount1Out > 0, "UniswapV2: INSUFFICIENT_OUTPUT_AMOUNT");
        (uint112 reserve0, uint112 reserve1,) = getReserves();
        require(amount0Out < reserve0 && amount1Out < reserve1, "UniswapV2: INSUFFICIENT_LIQUIDITY");

        _payOut(amount0Out, amount1Out, to, data);

        (uint256 balance0, uint256 balance1) = _balances();
        uint256 amount0In = _received(balance0, reserve0 - amount0Out);
        uint256 amount1In = _received(balance1, reserve1 - amount1Out);
        require(amount0In > 0 || amount1In > 0, "UniswapV2: INSUFFICIENT_INPUT_AMOUNT");
        _requireProduct(balance0, balance1, amount0In, amount1In, uint256(reserve0) * reserve1);

        _update(balance0, balance1, reserve0, reserve1);
        emit Swap(msg.sender, amount0In, amount1In, amount0Out, amount1Out, to);
    }

    /// @notice Sends what lies above the reserves to `to`.
    function skim(address to) external nonReentrant {
        (uint256 balance0, uint256 balance1) = _balances();
        IERC20(token0).safeTransfer(to, balance0 - _reserve0);
        IERC20(token1).safeTransfer(to, balance1 - _reserve1);
    }

    /// @notice Makes the reserves what is really held.
    function sync() external nonReentrant {
        (uint256 balance0, uint256 balance1) = _balances();
        _update(balance0, balance1, _reserve0, _reserve1);
    }

    function _payOut(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) private {
        (address first, address second) = (token0, token1);
        require(to != first && to != second, "UniswapV2: INVALID_TO");
        if (amount0Out > 0) IERC20(first).safeTransfer(to, amount0Out);
        if (amount1Out > 0) IERC20(second).safeTransfer(to, amount1Out);
        if (data.length > 0) IFlashSwapReceiver(to).uniswapV2Call(msg.sender, amount0Out, amount1Out, data);
    }

    /// @dev Checks x · y on balances less the fee, both scaled by the fee's denominator, so nothing is rounded.
    function _requireProduct(uint256 balance0, uint256 balance1, uint256 amount0In, uint256 amount1In, uint256 productBefore)
        private
        pure
    {
        uint256 adjusted0 = balance0 * Fee.DENOMINATOR - amount0In * Fee.BASIS_POINTS;
        uint256 adjusted1 = balance1 * Fee.DENOMINATOR - amount1In * Fee.BASIS_POINTS;
        require(adjusted0 * adjusted1 >= productBefore * Fee.DENOMINATOR ** 2, "UniswapV2: K");
    }

    /**
     * @dev The first update in a block adds the price that stood since the last one, times its seconds. Sums, and the
     * difference of 32-bit times, wrap around: readers subtract modulo 2^256, so only differences count.
     */
    function _update(uint256 balance0, uint256 balance1, uint112 reserve0, uint112 reserve1) private {
        require(balance0 <= type(uint112).max && balance1 <= type(uint112).max, "UniswapV2: OVERFLOW");
        uint32 blockTimestamp = uint32(block.timestamp % 2 ** 32);
        unchecked {
            uint32 elapsed = blockTimestamp - _blockTimestampLast;
            if (elapsed > 0 && reserve0 != 0 && reserve1 != 0) {
                price0CumulativeLast += ((uint256(reserve1) * Q112) / reserve0) * elapsed;
                price1CumulativeLast += ((uint256(reserve0) * Q112) / reserve1) * elapsed;
            }
        }
        _reserve0 = uint112(balance0);
        _reserve1 = uint112(balance1);
        _blockTimestampLast = blockTimestamp;
        emit Sync(uint112(balance0), uint112(balance1));
    }

    function _balances() private view returns (uint256, uint256) {
        return (IERC20(token0).balanceOf(address(this)), IERC20(token1).balanceOf(address(this)));
    }

    function _received(uint256 balance, uint256 left) private pure returns (uint256) {
        return balance > left ? balance - left : 0;
    }
}
