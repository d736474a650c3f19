// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {ExchangeMath} from "./ExchangeMath.sol";
import {IFactory, IPair, IWrappedNative} from "./IExchange.sol";

/**
 * @title Router of the exchange
 * @notice Speaks the interface of Uniswap V2's Router02, reason strings included ("ETH" in a name means the native
 * coin, JU here), so that tools which know that router work unchanged.
 * @dev Holds nothing between calls. The last leg of a removal or a swap into JU passes through here to be unwrapped.
 */
contract Router {
    using SafeERC20 for IERC20;

    address public immutable factory;
    // solhint-disable-next-line var-name-mixedcase
    address public immutable WETH;

    modifier ensure(uint256 deadline) {
        require(block.timestamp <= deadline, "UniswapV2Router: EXPIRED");
        _;
    }

    constructor(address factory_, address wrappedNative) {
        factory = factory_;
        WETH = wrappedNative;
    }

    /// @dev Only the wrapped token pays in here; JU sent by mistake would be lost.
    receive() external payable {
        require(msg.sender == WETH, "UniswapV2Router: NOT_WETH");
    }

    // ── Liquidity ────────────────────────────────────────────────────────────────────────────────────────────────

    function addLiquidity(
        address tokenA,
        address tokenB,
        uint256 amountADesired,
        uint256 amountBDesired,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) external ensure(deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity) {
        address pair = _pairOrNew(tokenA, tokenB);
        (amountA, amountB) = _matchRatio(pair, tokenA < tokenB, amountADesired, amountBDesired, amountAMin, amountBMin);
        IERC20(tokenA).safeTransferFrom(msg.sender, pair, amountA);
        IERC20(tokenB).safeTransferFrom(msg.sender, pair, amountB);
        liquidity = IPair(pair).mint(to);
    }

    function addLiquidityETH(
        address token,
        uint256 amountTokenDesired,
        uint256 amountTokenMin,
        uint256 amountETHMin,
        address to,
        uint256 deadline
    ) external payable ensure(deadline) returns (uint256 amountToken, uint256 amountETH, uint256 liquidity) {
        address pair = _pairOrNew(token, WETH);
        (amountToken, amountETH) =
            _matchRatio(pair, token < WETH, amountTokenDesired, msg.value, amountTokenMin, amountETHMin);
        IERC20(token).safeTransferFrom(msg.sender, pair, amountToken);
        _wrapInto(pair, amountETH);
        liquidity = IPair(pair).mint(to);
        _refund(msg.value - amountETH);
    }

    function removeLiquidity(
        address tokenA,
        address tokenB,
        uint256 liquidity,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) public ensure(deadline) returns (uint256 amountA, uint256 amountB) {
        address pair = _pairOf(tokenA, tokenB);
        IERC20(pair).safeTransferFrom(msg.sender, pair, liquidity);
        (uint256 amount0, uint256 amount1) = IPair(pair).burn(to);
        (amountA, amountB) = tokenA < tokenB ? (amount0, amount1) : (amount1, amount0);
        require(amountA >= amountAMin, "UniswapV2Router: INSUFFICIENT_A_AMOUNT");
        require(amountB >= amountBMin, "UniswapV2Router: INSUFFICIENT_B_AMOUNT");
    }

    function removeLiquidityETH(
        address token,
        uint256 liquidity,
        uint256 amountTokenMin,
        uint256 amountETHMin,
        address to,
        uint256 deadline
    ) public returns (uint256 amountToken, uint256 amountETH) {
        (amountToken, amountETH) =
            removeLiquidity(token, WETH, liquidity, amountTokenMin, amountETHMin, address(this), deadline);
        IERC20(token).safeTransfer(to, amountToken);
        _unwrapTo(to, amountETH);
    }

    function removeLiquidityWithPermit(
        address tokenA,
        address tokenB,
        uint256 liquidity,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline,
        bool approveMax,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256 amountA, uint256 amountB) {
        _permit(_pairOf(tokenA, tokenB), approveMax ? type(uint256).max : liquidity, deadline, v, r, s);
        return removeLiquidity(tokenA, tokenB, liquidity, amountAMin, amountBMin, to, deadline);
    }

    function removeLiquidityETHWithPermit(
        address token,
        uint256 liquidity,
        uint256 amountTokenMin,
        uint256 amountETHMin,
        address to,
        uint256 deadline,
        bool approveMax,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256 amountToken, uint256 amountETH) {
        _permit(_pairOf(token, WETH), approveMax ? type(uint256).max : liquidity, deadline, v, r, s);
        return removeLiquidityETH(token, liquidity, amountTokenMin, amountETHMin, to, deadline);
    }

    function removeLiquidityETHSupportingFeeOnTransferTokens(
        address token,
        uint256 liquidity,
        uint256 amountTokenMin,
        uint256 amountETHMin,
        address to,
        uint256 deadline
    ) public returns (uint256 amountETH) {
        (, amountETH) = removeLiquidity(token, WETH, liquidity, amountTokenMin, amountETHMin, address(this), deadline);
        // The token may have kept a part of what the pair sent: all that is here belongs to this caller.
        IERC20(token).safeTransfer(to, IERC20(token).balanceOf(address(this)));
        _unwrapTo(to, amountETH);
    }

    function removeLiquidityETHWithPermitSupportingFeeOnTransferTokens(
        address token,
        uint256 liquidity,
        uint256 amountTokenMin,
        uint256 amountETHMin,
        address to,
        uint256 deadline,
        bool approveMax,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256 amountETH) {
        _permit(_pairOf(token, WETH), approveMax ? type(uint256).max : liquidity, deadline, v, r, s);
        return removeLiquidityETHSupportingFeeOnTransferTokens(
            token, liquidity, amountTokenMin, amountETHMin, to, deadline
        );
    }

    // ── Swaps ────────────────────────────────────────────────────────────────────────────────────────────────────

    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external ensure(deadline) returns (uint256[] memory amounts) {
        amounts = _amountsForExactIn(amountIn, amountOutMin, path);
        _pay(path, amounts[0]);
        _swap(amounts, path, to);
    }

    function swapTokensForExactTokens(
        uint256 amountOut,
        uint256 amountInMax,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external ensure(deadline) returns (uint256[] memory amounts) {
        amounts = _amountsForExactOut(amountOut, amountInMax, path);
        _pay(path, amounts[0]);
        _swap(amounts, path, to);
    }

    function swapExactETHForTokens(uint256 amountOutMin, address[] calldata path, address to, uint256 deadline)
        external
        payable
        ensure(deadline)
        returns (uint256[] memory amounts)
    {
        _requireWrapped(path[0]);
        amounts = _amountsForExactIn(msg.value, amountOutMin, path);
        _wrapInto(_pairOf(path[0], path[1]), amounts[0]);
        _swap(amounts, path, to);
    }

    function swapTokensForExactETH(
        uint256 amountOut,
        uint256 amountInMax,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external ensure(deadline) returns (uint256[] memory amounts) {
        _requireWrapped(path[path.length - 1]);
        amounts = _amountsForExactOut(amountOut, amountInMax, path);
        _pay(path, amounts[0]);
        _swap(amounts, path, address(this));
        _unwrapTo(to, amountOut);
    }

    function swapExactTokensForETH(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external ensure(deadline) returns (uint256[] memory amounts) {
        _requireWrapped(path[path.length - 1]);
        amounts = _amountsForExactIn(amountIn, amountOutMin, path);
        _pay(path, amounts[0]);
        _swap(amounts, path, address(this));
        _unwrapTo(to, amounts[amounts.length - 1]);
    }

    function swapETHForExactTokens(uint256 amountOut, address[] calldata path, address to, uint256 deadline)
        external
        payable
        ensure(deadline)
        returns (uint256[] memory amounts)
    {
        _requireWrapped(path[0]);
        amounts = _amountsForExactOut(amountOut, msg.value, path);
        _wrapInto(_pairOf(path[0], path[1]), amounts[0]);
        _swap(amounts, path, to);
        _refund(msg.value - amounts[0]);
    }

    function swapExactTokensForTokensSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external ensure(deadline) {
        _pay(path, amountIn);
        _swapWhatArrivedTo(path, to, amountOutMin);
    }

    function swapExactETHForTokensSupportingFeeOnTransferTokens(
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external payable ensure(deadline) {
        _requireWrapped(path[0]);
        _wrapInto(_pairOf(path[0], path[1]), msg.value);
        _swapWhatArrivedTo(path, to, amountOutMin);
    }

    function swapExactTokensForETHSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external ensure(deadline) {
        _requireWrapped(path[path.length - 1]);
        _pay(path, amountIn);
        uint256 amountOut = _swapWhatArrivedTo(path, address(this), amountOutMin);
        _unwrapTo(to, amountOut);
    }

    // ── Quotes ───────────────────────────────────────────────────────────────────────────────────────────────────

    function quote(uint256 amountA, uint256 reserveA, uint256 reserveB) external pure returns (uint256) {
        return ExchangeMath.quote(amountA, reserveA, reserveB);
    }

    function getAmountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) external pure returns (uint256) {
        return ExchangeMath.getAmountOut(amountIn, reserveIn, reserveOut);
    }

    function getAmountIn(uint256 amountOut, uint256 reserveIn, uint256 reserveOut) external pure returns (uint256) {
        return ExchangeMath.getAmountIn(amountOut, reserveIn, reserveOut);
    }

    function getAmountsOut(uint256 amountIn, address[] calldata path) public view returns (uint256[] memory amounts) {
        _requirePath(path);
        amounts = new uint256[](path.length);
        amounts[0] = amountIn;
        for (uint256 i = 0; i < path.length - 1; i++) {
            (uint256 reserveIn, uint256 reserveOut) = _reserves(_pairOf(path[i], path[i + 1]), path[i] < path[i + 1]);
            amounts[i + 1] = ExchangeMath.getAmountOut(amounts[i], reserveIn, reserveOut);
        }
    }

    function getAmountsIn(uint256 amountOut, address[] calldata path) public view returns (uint256[] memory amounts) {
        _requirePath(path);
        amounts = new uint256[](path.length);
        amounts[path.length - 1] = amountOut;
        for (uint256 i = path.length - 1; i > 0; i--) {
            (uint256 reserveIn, uint256 reserveOut) = _reserves(_pairOf(path[i - 1], path[i]), path[i - 1] < path[i]);
            amounts[i - 1] = ExchangeMath.getAmountIn(amounts[i], reserveIn, reserveOut);
        }
    }

    // ── Inner parts ──────────────────────────────────────────────────────────────────────────────────────────────

    function _amountsForExactIn(uint256 amountIn, uint256 amountOutMin, address[] calldata path)
        private
        view
        returns (uint256[] memory amounts)
    {
        amounts = getAmountsOut(amountIn, path);
        require(amounts[amounts.length - 1] >= amountOutMin, "UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT");
    }

    function _amountsForExactOut(uint256 amountOut, uint256 amountInMax, address[] calldata path)
        private
        view
        returns (uint256[] memory amounts)
    {
        amounts = getAmountsIn(amountOut, path);
        require(amounts[0] <= amountInMax, "UniswapV2Router: EXCESSIVE_INPUT_AMOUNT");
    }

    /// @dev Walks the path with amounts worked out before; each pair pays straight into the next one.
    function _swap(uint256[] memory amounts, address[] calldata path, address to) private {
        for (uint256 i = 0; i < path.length - 1; i++) {
            address receiver = _receiver(path, i, to);
            _swapAt(_pairOf(path[i], path[i + 1]), path[i] < path[i + 1], amounts[i + 1], receiver);
        }
    }

    /**
     * @dev Walks the path with what really arrived in each pair, for tokens that keep a part of each transfer, and
     * judges by what the receiver really got.
     */
    function _swapWhatArrivedTo(address[] calldata path, address to, uint256 amountOutMin)
        private
        returns (uint256 amountOut)
    {
        _requirePath(path);
        IERC20 last = IERC20(path[path.length - 1]);
        uint256 balanceBefore = last.balanceOf(to);
        for (uint256 i = 0; i < path.length - 1; i++) {
            address pair = _pairOf(path[i], path[i + 1]);
            bool forward = path[i] < path[i + 1];
            (uint256 reserveIn, uint256 reserveOut) = _reserves(pair, forward);
            uint256 arrived = IERC20(path[i]).balanceOf(pair) - reserveIn;
            _swapAt(pair, forward, ExchangeMath.getAmountOut(arrived, reserveIn, reserveOut), _receiver(path, i, to));
        }
        amountOut = last.balanceOf(to) - balanceBefore;
        require(amountOut >= amountOutMin, "UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT");
    }

    function _swapAt(address pair, bool forward, uint256 amountOut, address receiver) private {
        (uint256 amount0Out, uint256 amount1Out) = forward ? (uint256(0), amountOut) : (amountOut, uint256(0));
        IPair(pair).swap(amount0Out, amount1Out, receiver, "");
    }

    function _receiver(address[] calldata path, uint256 i, address to) private view returns (address) {
        return i < path.length - 2 ? _pairOf(path[i + 1], path[i + 2]) : to;
    }

    /// @dev The largest deposit within what is desired that keeps the pool's ratio.
    function _matchRatio(
        address pair,
        bool forward,
        uint256 amountADesired,
        uint256 amountBDesired,
        uint256 amountAMin,
        uint256 amountBMin
    ) private view returns (uint256, uint256) {
        (uint256 reserveA, uint256 reserveB) = _reserves(pair, forward);
        if (reserveA == 0 && reserveB == 0) return (amountADesired, amountBDesired);

        uint256 amountB = ExchangeMath.quote(amountADesired, reserveA, reserveB);
        if (amountB <= amountBDesired) {
            require(amountB >= amountBMin, "UniswapV2Router: INSUFFICIENT_B_AMOUNT");
            return (amountADesired, amountB);
        }
        uint256 amountA = ExchangeMath.quote(amountBDesired, reserveB, reserveA);
        assert(amountA <= amountADesired);
        require(amountA >= amountAMin, "UniswapV2Router: INSUFFICIENT_A_AMOUNT");
        return (amountA, amountBDesired);
    }

    function _pay(address[] calldata path, uint256 amountIn) private {
        IERC20(path[0]).safeTransferFrom(msg.sender, _pairOf(path[0], path[1]), amountIn);
    }

    function _wrapInto(address pair, uint256 amount) private {
        IWrappedNative(WETH).deposit{value: amount}();
        IERC20(WETH).safeTransfer(pair, amount);
    }

    function _unwrapTo(address to, uint256 amount) private {
        IWrappedNative(WETH).withdraw(amount);
        Address.sendValue(payable(to), amount);
    }

    function _refund(uint256 amount) private {
        if (amount > 0) Address.sendValue(payable(msg.sender), amount);
    }

    /**
     * @dev Anyone may send a permit they saw in the mempool first, which uses its nonce up: so a failing permit is no
     * failure by itself, the allowance decides in the transfer that follows.
     */
    function _permit(address pair, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) private {
        try IERC20Permit(pair).permit(msg.sender, address(this), value, deadline, v, r, s) {} catch {}
    }

    function _pairOrNew(address tokenA, address tokenB) private returns (address pair) {
        pair = IFactory(factory).getPair(tokenA, tokenB);
        if (pair == address(0)) pair = IFactory(factory).createPair(tokenA, tokenB);
    }

    function _pairOf(address tokenA, address tokenB) private view returns (address pair) {
        pair = IFactory(factory).getPair(tokenA, tokenB);
        require(pair != address(0), "UniswapV2Library: PAIR_UNKNOWN");
    }

    function _reserves(address pair, bool forward) private view returns (uint256 reserveIn, uint256 reserveOut) {
        (uint256 reserve0, uint256 reserve1,) = IPair(pair).getReserves();
        (reserveIn, reserveOut) = forward ? (reserve0, reserve1) : (reserve1, reserve0);
    }

    function _requirePath(address[] calldata path) private pure {
        require(path.length >= 2, "UniswapV2Library: INVALID_PATH");
    }

    function _requireWrapped(address token) private view {
        require(token == WETH, "UniswapV2Router: INVALID_PATH");
    }
}
