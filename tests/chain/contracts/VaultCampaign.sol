// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Usdt} from "../../../chain/contracts/Usdt.sol";
import {Vault} from "../../../chain/contracts/Vault.sol";
import {Actor, Campaign} from "./Campaign.sol";

/// @notice Holds the vault to a model of it: each call must do exactly what the model says, or nothing.
contract VaultCampaign is Campaign {
    uint256 private constant ACTORS = 5;
    address private constant SOMEBODY = address(0xB0B);

    Vault private vault;
    address[3] private tokens;
    mapping(address token => uint256) private held;
    mapping(bytes32 id => bool) private paid;
    uint256 private lastId;
    Actor private owner;
    address private pendingOwner;
    Actor private operator;
    bool private paused;

    constructor() payable {
        actions = [
            "payout", "payout", "payout", "payout", "deposit", "deposit", "change a recipient",
            "pause", "unpause", "unpause", "changeOperator", "transferOwnership", "acceptOwnership", "renounceOwnership"
        ];
        _addActors(ACTORS, 1_000 ether);
        (owner, operator) = (actors[0], actors[1]);
    }

    /// @param vaultCode without arguments
    /// @param tokenCode of the tokens of the same constructor as USDT's, without arguments
    function prepare(bytes calldata vaultCode, bytes[2] calldata tokenCode) external {
        vault = Vault(payable(_create(bytes.concat(vaultCode, abi.encode(owner, operator)))));
        for (uint256 i = 0; i < 2; i++) {
            Usdt token = Usdt(_create(bytes.concat(tokenCode[i], abi.encode(this, this))));
            for (uint256 j = 0; j < ACTORS; j++) token.mint(address(actors[j]), 1_000_000 ether);
            tokens[i + 1] = address(token);
        }
    }

    function _act(uint256 action) internal override returns (bool done) {
        if (action < 4) return _payout();
        if (action < 6) return _deposit();
        if (action == 6) return _changeRecipient();
        if (action == 7) return _pause();
        if (action < 10) return _unpause();
        if (action == 10) return _changeOperator();
        if (action == 11) return _transferOwnership();
        if (action == 12) return _acceptOwnership();
        done = _mostly(owner).act(address(vault), 0, abi.encodeCall(Vault.renounceOwnership, ()));
        _require(!done, "nobody can leave the vault without an owner");
    }

    function _payout() private returns (bool done) {
        Actor caller = _mostly(operator);
        bytes32 id = bytes32(_draw(3) == 0 ? _draw(lastId + 1) : ++lastId);
        address token = _draw(50) == 0 ? SOMEBODY : tokens[_draw(3)];
        address to = _recipient();
        uint256 amount = _amount(held[token]);
        bytes memory data = abi.encodeCall(Vault.payout, (id, token, to, amount));
        // A recipient that is the operator asks for the same payout again: for another one it would be right to.
        bool asksAgain = _draw(4) == 0 && to == address(operator);
        if (asksAgain) operator.onReceive(address(vault), data);

        bool refused = token == address(0) && _refuses(to);
        bool due = _same(caller, operator) && !paused && id != 0 && !paid[id] && amount > 0 && amount <= held[token]
            && to != address(0) && to != address(vault) && token != SOMEBODY && !refused;
        uint256 before = token == SOMEBODY ? 0 : _balance(token, to);
        done = caller.act(address(vault), 0, data);
        if (asksAgain) operator.onReceive(address(0), "");
        _require(done == due, "a payout is made when it is due, and only then");
        if (done) {
            paid[id] = true;
            held[token] -= amount;
            _require(_balance(token, to) == before + amount, "the recipient gets the amount once");
        } else if (token != SOMEBODY) {
            _require(_balance(token, to) == before, "a payout that failed moves nothing");
        }
        _require(vault.paid(id) == paid[id], "an id is used up by its payout alone");
    }

    function _deposit() private returns (bool done) {
        Actor from = _anybody();
        address token = tokens[_draw(3)];
        uint256 owned = _balance(token, address(from));
        uint256 amount = _amount(owned);
        bytes memory data = abi.encodeCall(IERC20.transfer, (address(vault), amount));
        done = token == address(0) ? from.act(address(vault), amount, "") : from.act(token, 0, data);
        _require(done == (amount <= owned), "whoever has it can deposit it");
        if (done) held[token] += amount;
    }

    function _changeRecipient() private returns (bool) {
        Actor one = _anybody();
        one.refuse(_draw(3) == 0);
        one.onReceive(address(0), "");
        return true;
    }

    function _pause() private returns (bool done) {
        Actor caller = _draw(2) == 0 ? _mostly(owner) : operator;
        // Rare, or campaigns would stand still.
        if (_draw(4) != 0) caller = _anybody();
        done = caller.act(address(vault), 0, abi.encodeCall(Vault.pause, ()));
        _require(done == (!paused && (_same(caller, owner) || _same(caller, operator))), "owner and operator can pause");
        if (done) paused = true;
    }

    function _unpause() private returns (bool done) {
        Actor caller = _mostly(owner);
        done = caller.act(address(vault), 0, abi.encodeCall(Vault.unpause, ()));
        _require(done == (paused && _same(caller, owner)), "only the owner can resume");
        if (done) paused = false;
    }

    function _changeOperator() private returns (bool done) {
        Actor caller = _mostly(owner);
        address next = _draw(8) == 0 ? address(0) : address(_anybody());
        done = caller.act(address(vault), 0, abi.encodeCall(Vault.changeOperator, (next)));
        _require(done == (_same(caller, owner) && next != address(0)), "only the owner appoints the operator");
        if (done) operator = Actor(payable(next));
    }

    function _transferOwnership() private returns (bool done) {
        Actor caller = _mostly(owner);
        address next = _draw(8) == 0 ? address(0) : address(_anybody());
        done = caller.act(address(vault), 0, abi.encodeWithSignature("transferOwnership(address)", next));
        _require(done == (_same(caller, owner)), "only the owner offers the ownership");
        if (done) pendingOwner = next;
    }

    function _acceptOwnership() private returns (bool done) {
        Actor caller = pendingOwner == address(0) ? _anybody() : _mostly(Actor(payable(pendingOwner)));
        done = caller.act(address(vault), 0, abi.encodeWithSignature("acceptOwnership()"));
        _require(done == (address(caller) == pendingOwner), "only who was named accepts the ownership");
        if (done) (owner, pendingOwner) = (caller, address(0));
    }

    function _check() internal view override {
        for (uint256 i = 0; i < 3; i++) {
            _require(_balance(tokens[i], address(vault)) == held[tokens[i]], "the vault holds deposits less payouts");
        }
        _require(vault.owner() == address(owner), "owner");
        _require(vault.pendingOwner() == pendingOwner, "pending owner");
        _require(vault.operator() == address(operator), "operator");
        _require(vault.paused() == paused, "paused");
    }

    function _recipient() private returns (address) {
        uint256 kind = _draw(20);
        if (kind == 0) return address(0);
        if (kind == 1) return address(vault);
        if (kind == 2) return SOMEBODY;
        return kind < 6 ? address(operator) : address(_anybody());
    }

    function _refuses(address to) private view returns (bool) {
        return to.code.length > 0 && to != address(vault) && Actor(payable(to)).refuses();
    }

    function _balance(address token, address holder) private view returns (uint256) {
        return token == address(0) ? holder.balance : IERC20(token).balanceOf(holder);
    }
}
